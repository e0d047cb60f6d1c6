results=$folder/results
if [ -e "$results" ]; then
    echo "merged before: results in $results"
    exit
fi
missing=
shard=1
while [ "$shard" -le "$shards" ]; do
    [ -e "$folder/shards/$shard-of-$shards" ] || missing="$missing $shard"
    shard=$((shard + 1))
done
if [ -n "$missing" ]; then
    echo "not complete: shards$missing; run the same stoker slurm again, and submit" >&2
    exit 2
fi

cd "$start"
# What a merge that was stopped left behind.
rm -rf "$results.part"
status=0
"$stoker" merge "$folder"/shards/*-of-"$shards" --out "$results.part" ${map:+--map "$map"} \
    ${data:+--data "$data"} --quiet || status=$?
# Results of which many matches are void end with 3.
case $status in
    0 | 3) ;;
    *) exit "$status" ;;
esac
mv "$results.part" "$results"
echo "results in $results"
exit "$status"
