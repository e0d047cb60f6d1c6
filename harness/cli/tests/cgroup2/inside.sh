# Runs as root in the virtual machine: tests of the sandbox, as root and as an ordinary user, each in
# control groups of its own. The last line tells whether all held.
set -u
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
groups=/sys/fs/cgroup
nobody=65534
failed=0

say() { printf '\n== %s\n' "$*"; }

fails() {
    echo "FAILED: $*"
    failed=1
}

# Makes a group. Its owner may make groups in it and move processes within it.
make_group() {
    mkdir "$groups/$1"
    chown "$2" "$groups/$1" "$groups/$1"/cgroup.{procs,threads,subtree_control}
}

# as_root GROUP COMMAND...: runs a command in a group.
as_root() {
    sh -c 'echo $$ > "$0/cgroup.procs" && exec "$@"' "$groups/$1" "${@:2}"
}

# The same as an ordinary user.
as_user() {
    as_root "$1" setpriv --reuid=$nobody --regid=$nobody --clear-groups "${@:2}"
}

# test_in STARTER GROUP NAME [FILTER...]: runs a test program. Prints all that it says if it fails.
test_in() {
    local folder program began=$SECONDS
    while read -r folder program; do
        case $program in */"$3"-*) ;; *) continue ;; esac
        (cd "$folder" && "$1" "$2" "$program" --test-threads=2 "${@:4}") > /tmp/told 2>&1 < /dev/null ||
            { cat /tmp/told && fails "$1, group $2: $3 ${*:4}"; }
        echo "$1, group $2: $(grep '^test result' /tmp/told | sed 's/; finished.*//'), $3 ${*:4}, $((SECONDS - began)) s"
    done < /run/tests
}

# expect STARTER GROUP LINES: plays a match, and compares what run.toml says of three limits.
expect() {
    local arena found
    arena=$(mktemp -d)
    mkdir "$arena/bot"
    cp "$bots/lines.py" "$arena/bot/"
    echo 'import lines; lines.play()' > "$arena/bot/bot.py"
    printf 'protocol = "lines"\n[run]\nhunters = ["python3", "bot.py"]\n' > "$arena/bot/bot.toml"
    chown -R $nobody "$arena"
    (cd "$arena" && HOME=$arena "$1" "$2" "$stoker" league dracula=wanderer hunters=./bot \
        --matches 1 --out run --quiet) || fails "$1, group $2: a match"
    found=$(sed -n '/in_force/,/^$/p' "$arena/run/run.toml" | grep -E '^"?(cpu|processes|tree-memory)"? =')
    echo "$1, group $2:"
    echo "$found"
    [ "$found" = "$3" ] || fails "$1, group $2: run.toml was to say: $3"
    rm -rf "$arena"
}

# nothing_left GROUP: no group of a sandbox is left.
nothing_left() {
    local left
    left=$(find "$groups" -name 'stoker-*')
    [ -z "$left" ] || fails "groups are left: $left"
}

echo '+cpu +memory +pids' > "$groups/cgroup.subtree_control"
make_group root 0
make_group given $nobody
echo '+memory +pids' > "$groups/given/cgroup.subtree_control"
make_group given/session $nobody
make_group whole $nobody
make_group none 0
read -r _ program < <(grep '/hostile-' /run/tests)
stoker=$(dirname "$program")/../stoker
bots=$(sed -n 's| .*/hostile-.*|/tests/hostile/bots|p' /run/tests)

if [ -s /run/command ]; then
    . /run/command
    exit
fi

say "what run.toml says"
by_groups='cpu = "rlimit, and the caller, by cpu.stat of cgroup v2"
processes = "cgroup v2"
tree-memory = "cgroup v2"'
sampled='cpu = "rlimit, and the caller, by the processes seen and the number of the newest"
processes = "rlimit"
tree-memory = "sampled"'
expect as_root root "$by_groups"
expect as_user given/session "$by_groups"
expect as_user whole "$sampled"
expect as_user none "$sampled"

say "tests of the sandbox"
for name in stoker_sandbox sandbox leftovers users; do
    test_in as_root root "$name"
    test_in as_user given/session "$name"
    test_in as_user whole "$name"
done

say "hostile bots"
test_in as_root root hostile
test_in as_user given/session hostile
test_in as_root root external

say "nothing is left"
sleep 2
nothing_left
echo
[ $failed = 0 ] && echo "cgroup2: all held"
