#!/usr/bin/env bash
# Plays one plan here and on a real Slurm that loses its controller, a node and a task, and compares
# the results. See README.md beside this file.
#
#     harness/cli/tests/slurm/run.sh [STOKER]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

if [ "${STOKER_CLUSTER:-}" != inside ]; then
    for program in slurmctld slurmd munged unshare ip; do
        command -v "$program" > /dev/null && continue
        echo "$program is missing: apt-get install slurm-wlm munge util-linux iproute2" >&2
        exit 2
    done
    stoker=${1:-}
    if [ -z "$stoker" ]; then
        cargo build --quiet --package stoker --manifest-path "$here/../../Cargo.toml"
        stoker=${CARGO_TARGET_DIR:-$here/../../../../target}/debug/stoker
    fi
    # All that is started below lives in namespaces of its own, and ends with its first process.
    export STOKER_CLUSTER=inside
    exec unshare --net --uts --ipc --mount --pid --fork --kill-child --mount-proc \
        "$here/run.sh" "$(realpath "$stoker")"
fi

stoker=$1
state=$(mktemp -d)
chmod 755 "$state"
trap 'rm -rf "$state"' EXIT
trap 'exit 130' INT TERM
# shellcheck source-path=SCRIPTDIR source=cluster.sh
. "$here/cluster.sh"

say() { printf '\n== %s\n' "$*"; }

queue_is_empty() { [ -z "$(squeue --noheader)" ]; }
three_tasks_run() { [ "$(squeue --noheader --states=running --format=%i | wc -l)" = 3 ]; }
shard_on() { squeue --noheader --nodelist="$1" --states=running --format=%K; }

# Matches that a shard which is not complete has in its journal; a segment begins with one line more.
journalled() { cat "$work/shards/$1-of-6.part/journal/"* 2> /dev/null | tail -n +2 | wc -l; }
half_is_played() { (($(journalled "$1") * 2 > per_shard)); }

submit() {
    (cd "$state" && "$stoker" slurm plan.toml --shards 6 --out work --submit)
}

work=$state/work
matches=${MATCHES:-600}
per_shard=$((matches * 4 / 6))
cat > "$state/plan.toml" << END
entrants = ["tracker", "patrol", "lurker:depth=5", "wanderer"]
matches = $matches
END

say "the plan, played here"
"$stoker" league --config "$state/plan.toml" --out "$state/local" --quiet
wc -l "$state/local/matches.csv" | sed "s|$state/||"

say "a cluster of three nodes: $(slurmctld -V)"
start_cluster
sinfo

say "submitted, and the controller killed at once: what it knew is lost, in part or whole"
submit
kill_controller
start_controller
squeue
scancel --user="$(id -un)"
within 60 queue_is_empty

say "the same command again"
submit

say "a node killed outright, in the middle of its shard"
within 60 three_tasks_run
lost=$(shard_on n2)
within 300 half_is_played "$lost"
echo "n2 runs shard $lost, of $per_shard matches, with $(processes_on n2 | wc -l) processes"
kill_node n2
echo "killed: its journal has $(journalled "$lost") matches"

say "and a task cancelled on another"
cancelled=$(squeue --noheader --nodelist=n3 --states=running --format=%i)
scancel "$cancelled"
echo "shard ${cancelled#*_}"

within 600 queue_is_empty
sinfo
grep "requeue" "$state/log/controller" | sed 's/^.*requeue/requeue/'
echo "segments of the journal of shard $lost, which two nodes played:"
(cd "$work/shards/$lost-of-6/journal" && wc --lines segment-*)
(cd "$work" && grep --with-filename "" logs/*)

say "the same command again: only what is missing"
submit
within 600 queue_is_empty
tail --lines=1 "$work/logs/merge.log" | sed "s|$state/||"
submit

say "the same bytes, apart from timings.csv"
"$stoker" diff "$state/local" "$work/results"
for file in "$state"/local/*; do
    name=$(basename "$file")
    [ "$name" = timings.csv ] || (cd "$state" && cmp "local/$name" "work/results/$name" && sha256sum "work/results/$name")
done
[ "$(cd "$state/local" && ls)" = "$(cd "$work/results" && ls)" ]
