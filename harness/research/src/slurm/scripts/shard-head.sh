#!/bin/sh
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=logs/shard-%a.log
# Runs one shard: `sh shard.sh I`, or as task I of a Slurm job array. A complete one is left as it
# is, a stopped one resumed.
