cd "$folder"
queued=$(squeue --noheader --user="$(id -un)" --name="$name" --format=%i)
if [ -n "$queued" ]; then
    echo "$name is still in the queue: wait for it, or end it with scancel --name=$name" >&2
    exit 1
fi
if [ -n "$missing" ]; then
    shards=$(sbatch --parsable --job-name="$name" --array="$missing" \
        --cpus-per-task="$threads" "$@" shard.sh)
    # Slurm answers with JOB, or with JOB;CLUSTER.
    shards=${shards%%;*}
    echo "shards $missing: job $shards"
    # Not afterok: if shards fail, the merge is to say which, not to wait for ever.
    set -- "$@" --dependency="afterany:$shards"
fi
merge=$(sbatch --parsable --job-name="$name" "$@" merge.sh)
echo "merge: job ${merge%%;*}"
