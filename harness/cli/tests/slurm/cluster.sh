# shellcheck shell=bash
# A Slurm cluster on one host: a controller and three nodes, without systemd, for run.sh.
#
# Each node is a slurmd in a process namespace of its own, so that it can be killed outright, with
# everything that runs on it. The caller has set $state, an empty folder, and is alone in namespaces
# of its own, so that nothing is heard or seen outside, and all ends when it ends.

state=${state:?}
controller=
declare -A node=()

# Loopback is all there is. The second address is for the resolver, which gives no IPv4 address
# where it sees none but 127.0.0.1.
network() {
    hostname cluster
    ip link set lo up
    ip address add 127.0.0.2/8 dev lo
    printf '127.0.0.1 localhost cluster\n' > "$state/hosts"
    mount --bind "$state/hosts" /etc/hosts
}

# Short times make a test short: a node counts as lost after ten seconds without an answer, and
# cred_expire is also how long a requeued job is held (two minutes if nothing is said).
configure() {
    cat > "$state/slurm.conf" << END
ClusterName=stoker
SlurmctldHost=cluster(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=$state/munge/socket,cred_expire=5
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation=$state/controller
SlurmdSpoolDir=$state/spool/%n
SlurmctldPidFile=$state/controller.pid
SlurmdPidFile=$state/%n.pid
SlurmctldLogFile=$state/log/controller
SlurmdLogFile=$state/log/%n
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=5,bf_interval=5
SlurmdTimeout=10
KillWait=5
ReturnToService=2
NodeName=n[1-3] NodeHostname=cluster NodeAddr=127.0.0.1 Port=[17001-17003] CPUs=1
PartitionName=all Nodes=n[1-3] Default=YES
END
    export SLURM_CONF=$state/slurm.conf
}

# Tries something until it succeeds, for at most this many seconds.
within() {
    local until=$((SECONDS + $1))
    shift
    until "$@" > /dev/null 2>&1; do
        if ((SECONDS >= until)); then
            echo "gave up waiting for: $*" >&2
            return 1
        fi
        sleep 0.2
    done
}

nodes_are_idle() { [ "$(sinfo --noheader --states=idle --format=%D)" = 3 ]; }

start_controller() {
    slurmctld -D > /dev/null 2>&1 &
    controller=$!
    within 30 scontrol ping
}

start_node() {
    unshare --pid --fork --kill-child --mount-proc slurmd -D -N "$1" > /dev/null 2>&1 &
    node[$1]=$!
}

start_cluster() {
    mkdir -p "$state"/{munge,controller,spool,log}
    network
    configure
    (umask 077 && head -c 1024 /dev/urandom > "$state/munge/key")
    munged --foreground --force --key-file="$state/munge/key" --seed-file="$state/munge/seed" \
        --socket="$state/munge/socket" --pid-file="$state/munge/pid" \
        --log-file="$state/log/munge" > /dev/null 2>&1 &
    within 10 munge --socket="$state/munge/socket" --no-input
    start_controller
    for name in n1 n2 n3; do start_node "$name"; done
    within 60 nodes_are_idle
}

# What runs on a node: the processes in its namespace.
processes_on() {
    local space first
    first=$(pgrep --parent "${node[$1]}") || return 0
    space=$(readlink "/proc/$first/ns/pid") || return 0
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/ns/pid")" != "$space" ] || echo "${process#/proc/}"
    done
}

# As if the power failed: the first process of a namespace takes all others with it.
kill_node() {
    kill -KILL "${node[$1]}"
    wait "${node[$1]}" 2> /dev/null || true
}

kill_controller() {
    kill -KILL "$controller"
    wait "$controller" 2> /dev/null || true
}
