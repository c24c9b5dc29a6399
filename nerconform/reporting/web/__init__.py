"""Web: results as pages that load nothing; Jinja2 lays out what the modules here prepare."""
