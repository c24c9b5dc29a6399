"""Data packages: the source trees of a wheel and of an npm package that hold an export and nothing else."""

import json
from collections.abc import Mapping

NAME = "nerconform-cases"
_ABOUT = "Golden cases for named-entity metrics: inputs, exact right answers, and the reason for each."

LICENCE_TEXT = """MIT License

Copyright (c) 2026 The nerconform developers

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""
"""The licence of the kit, which is that of its golden cases: the file `LICENSE`, which no wheel has as data."""


def packages(version: str, files: Mapping[str, str]) -> dict[str, str]:
    """Return the files of both trees, below `python/` and `npm/`; build them with `python -m build` and `npm pack`."""
    python = {
        "pyproject.toml": _PYPROJECT.format(name=NAME, version=version, about=_ABOUT),
        "README.md": _README.format(name=NAME, about=_ABOUT, use=_PYTHON_USE),
        "LICENSE": files["LICENSE"],
        "nerconform_cases/__init__.py": _PYTHON,
        "nerconform_cases/py.typed": "",
    }
    npm = {
        "package.json": json.dumps({**_PACKAGE, "version": version}, indent=2) + "\n",
        "README.md": _README.format(name=NAME, about=_ABOUT, use=_NODE_USE),
        "LICENSE": files["LICENSE"],
        "index.js": _NODE,
    }
    data = {name: text for name, text in files.items() if name.endswith(".json")}
    python |= {f"nerconform_cases/data/{name}": text for name, text in data.items()}
    npm |= {f"data/{name}": text for name, text in data.items()}
    return {f"python/{name}": text for name, text in python.items()} | {
        f"npm/{name}": text for name, text in npm.items()
    }


_README = """# {name}

{about} The format is explained on the page `docs/reference/exported-cases.md` of nerconform.

{use}
"""
_PYTHON_USE = """```python
import nerconform_cases

for case in nerconform_cases.load("legal-data")["cases"]:
    print(case["id"], case["gold"], case["pred"], case["answers"][0]["numbers"])
```"""
_NODE_USE = """```javascript
const { load } = require("nerconform-cases");

for (const one of load("legal-data").cases) console.log(one.id, one.gold, one.pred, one.answers[0].numbers);
```"""
_PYPROJECT = """[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "{version}"
description = "{about}"
readme = "README.md"
requires-python = ">=3.8"
license = "MIT"
license-files = ["LICENSE"]
dependencies = []

[tool.hatch.build.targets.wheel]
packages = ["nerconform_cases"]
"""
_PYTHON = '''"""Golden cases for named-entity metrics, as plain data."""

import json
from pathlib import Path

__all__ = ["claims", "load"]

_DATA = Path(__file__).parent / "data"


def load(claim=""):
    """Return the export of a claim such as `illegal-tags:lenient`, without a name all cases."""
    name = "claims/{}.json".format(claim.replace(":", "-")) if claim else "nerconform-cases.json"
    return json.loads((_DATA / name).read_text(encoding="utf-8"))


def claims():
    """Return every claim, with what it means, its dialect and the ids of its cases."""
    return load()["claims"]
'''
_PACKAGE = {
    "name": NAME,
    "version": "",
    "description": _ABOUT,
    "license": "MIT",
    "main": "index.js",
    "files": ["index.js", "data"],
}
_NODE = """"use strict";

const fs = require("node:fs");
const path = require("node:path");

// The export of a claim such as "illegal-tags:lenient", without a name all cases.
function load(claim = "") {
  const name = claim ? path.join("claims", `${claim.replaceAll(":", "-")}.json`) : "nerconform-cases.json";
  return JSON.parse(fs.readFileSync(path.join(__dirname, "data", name), "utf8"));
}

// Every claim, with what it means, its dialect and the ids of its cases.
function claims() {
  return load().claims;
}

module.exports = { claims, load };
"""
