#!/bin/sh
# Gives Slurm the shards that were not complete when this was written, and a merge that waits for
# them. Nothing is submitted while anything of this job is in the queue.
