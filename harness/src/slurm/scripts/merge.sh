cd "$folder"
if [ -e results ]; then
    echo "merged before: the results are those in $folder/results"
    exit
fi
missing=
shard=1
while [ "$shard" -le "$shards" ]; do
    [ -e "shards/$shard-of-$shards" ] || missing="$missing $shard"
    shard=$((shard + 1))
done
if [ -n "$missing" ]; then
    echo "not complete: shards$missing; run the same stoker slurm again, and submit" >&2
    exit 2
fi

# What a merge that was stopped left behind.
rm -rf results.part
"$stoker" merge shards/*-of-"$shards" --out results.part
mv results.part results
