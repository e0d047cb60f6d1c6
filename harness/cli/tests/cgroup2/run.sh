#!/usr/bin/env bash
# Runs the tests of the sandbox on a kernel whose control groups are of version 2 only, in a virtual
# machine. See README.md beside this file.
#
#     harness/cli/tests/cgroup2/run.sh [COMMAND]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
project=$(realpath "$here/../../../..")

for program in qemu-system-x86_64 dpkg-deb apt-get setpriv cc python3 git make; do
    command -v "$program" > /dev/null && continue
    echo "$program is missing: see $here/README.md" >&2
    exit 2
done

state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT
trap 'exit 130' INT TERM

# Builds test programs. Prints one a line, each after the folder in which cargo would run it.
programs_of() {
    local package folder
    package=$1
    folder=$2
    shift 2
    (cd "$project" && cargo test --no-run --package "$package" "$@" --message-format=json) |
        grep -F '"test":true}' | grep -o '"executable":"[^"]*"' |
        sed "s|\"executable\":\"\(.*\)\"|$project/$folder \1|"
}

list_tests() {
    programs_of stoker-sandbox harness/sandbox --lib --test sandbox --test leftovers --test users
    programs_of stoker harness/cli --test hostile --test external
}

# Makes the first file system of the machine: busybox, modules of the kernel, and scripts.
make_initramfs() {
    local kernel modules version root=$state/initramfs busybox=$state/busybox/bin/busybox
    kernel=${KERNEL:-$(apt-cache depends linux-image-amd64 | sed -n '0,/Depends: /s/^ *Depends: //p')}
    (cd "$state" && apt-get download --quiet=2 "$kernel" busybox-static)
    dpkg-deb --extract "$state"/busybox-static_*.deb "$state/busybox"
    dpkg-deb --extract "$state"/linux-image-*.deb "$state/kernel"
    modules=$(echo "$state"/kernel/lib/modules/*)
    version=${modules##*/}
    "$busybox" depmod -b "$state/kernel" "$version"
    mkdir -p "$root"/{bin,proc,sys,dev,lower,upper,new,"lib/modules/$version"}
    cp "$busybox" "$root/bin/"
    cp "$here/init" "$here/inside.sh" "$root/"
    cp "$modules/modules.dep" "$root/lib/modules/$version/"
    grep -E '/(virtio_pci|9pnet_virtio|9p|overlay)\.ko:' "$modules/modules.dep" | tr -d ':' |
        tr ' ' '\n' | (cd "$modules" && xargs cp --parents --target-directory="$root/lib/modules/$version")
    [ $# = 0 ] && : > "$root/command" || printf "%s\n" "$*" > "$root/command"
    list_tests > "$root/tests"
    (cd "$root" && find . | "$busybox" cpio -o -H newc 2> /dev/null) | gzip -1 > "$state/initramfs.gz"
    rm -rf "$root"
}

make_initramfs "$@"
accelerators=(-accel kvm -accel tcg)
[ -z "${ACCEL:-}" ] || accelerators=(-accel "$ACCEL")
qemu-system-x86_64 "${accelerators[@]}" -cpu max -smp "${CPUS:-2}" -m "${MEMORY:-5G}" \
    -nodefaults -nographic -no-reboot -serial stdio \
    -kernel "$state"/kernel/boot/vmlinuz-* -initrd "$state/initramfs.gz" \
    -append 'console=ttyS0 panic=-1 loglevel=4' \
    -virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap \
    < /dev/null | tr -d '\r' | tee "$state/console"
grep --quiet --line-regexp 'cgroup2: all held' "$state/console"
