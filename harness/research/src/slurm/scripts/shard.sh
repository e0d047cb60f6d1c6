shard=${1:-${SLURM_ARRAY_TASK_ID:-}}
case $shard in
    '' | 0* | *[!0-9]*)
        echo "give the number of a shard, from 1 to $shards" >&2
        exit 2
        ;;
esac
whole=$folder/shards/$shard-of-$shards
if [ -e "$whole" ]; then
    echo "shard $shard of $shards is complete"
    exit
fi

cd "$start"
status=0
# $isolation is a list of words.
if [ -e "$whole.part" ]; then
    "$stoker" resume "$whole.part" ${map:+--map "$map"} ${data:+--data "$data"} \
        --threads "$threads" $isolation --quiet || status=$?
else
    "$stoker" "$verb" --config "$folder/plan.toml" ${map:+--map "$map"} ${data:+--data "$data"} \
        --shard "$shard/$shards" --out "$whole.part" --threads "$threads" $isolation \
        --quiet || status=$?
fi
# A complete shard of which many matches are void ends with 3.
case $status in
    0 | 3) ;;
    *) exit "$status" ;;
esac
# Whoever sees a folder of this name sees a complete shard.
mv "$whole.part" "$whole"
