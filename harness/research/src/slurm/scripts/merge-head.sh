#!/bin/sh
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=logs/merge.log
# Joins the shards, once all are complete: `sh merge.sh`, or as the last job given to Slurm.
