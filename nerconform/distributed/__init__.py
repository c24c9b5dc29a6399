"""Distributed: data in many parts, counted where they are, in batches of Arrow; the counts of all parts add up.

Entry points: `tally_arrow` and `Tally`; on clusters `spark.tally_spark`, `ray_data.tally_ray` and
`dask_frames.tally_dask`. A tally is stored as `results.tally_part`.
"""
