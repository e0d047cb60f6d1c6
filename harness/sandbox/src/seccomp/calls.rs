//! All system calls that the `libc` crate names, with the decision on each.
//!
//! None is left to a default. A call that a newer `libc` names must be put on a list here; until
//! then it is reported as not existing.

/// Defines a list of system calls: their numbers on this processor, and their names for the test
/// that none is missing.
macro_rules! calls {
    ($(#[$about:meta])* $numbers:ident, $names:ident: $($call:ident)*) => {
        $(#[$about])*
        pub(super) const $numbers: &[i64] = &[$(libc::$call),*];
        #[cfg(test)]
        pub(super) const $names: &[&str] = &[$(stringify!($call)),*];
    };
    // Calls that only x86-64 has, because it is older.
    (x86_64 $(#[$about:meta])* $numbers:ident, $names:ident: $($call:ident)*) => {
        $(#[$about])*
        #[cfg(target_arch = "x86_64")]
        pub(super) const $numbers: &[i64] = &[$(libc::$call),*];
        #[cfg(not(target_arch = "x86_64"))]
        pub(super) const $numbers: &[i64] = &[];
        #[cfg(test)]
        pub(super) const $names: &[&str] = &[$(stringify!($call)),*];
    };
}

calls! {
    /// Refused with "operation not permitted", whatever the arguments.
    DENIED, DENIED_NAMES:
    // Another kernel interface, with sockets and files of its own.
    SYS_io_uring_setup SYS_io_uring_enter SYS_io_uring_register
    // Contexts, of which the whole machine has a fixed number.
    SYS_io_setup SYS_io_destroy SYS_io_submit SYS_io_cancel SYS_io_getevents
    // Other processes.
    SYS_ptrace SYS_process_vm_readv SYS_process_vm_writev SYS_process_madvise
    SYS_process_mrelease SYS_pidfd_getfd SYS_kcmp
    // Keys are not in a namespace.
    SYS_add_key SYS_request_key SYS_keyctl
    // Programs in the kernel, and kernel facilities that observe it.
    SYS_bpf SYS_userfaultfd SYS_perf_event_open SYS_lookup_dcookie
    // Watching shared files shows what the opponent starts.
    SYS_inotify_init1 SYS_inotify_add_watch SYS_inotify_rm_watch SYS_fanotify_init
    SYS_fanotify_mark
    // These make the whole machine write its buffers.
    SYS_sync SYS_syncfs
    // File systems and namespaces.
    SYS_mount SYS_umount2 SYS_move_mount SYS_fsopen SYS_fsconfig SYS_fsmount SYS_fspick
    SYS_open_tree SYS_mount_setattr SYS_pivot_root SYS_chroot SYS_unshare SYS_setns
    SYS_open_by_handle_at SYS_name_to_handle_at SYS_quotactl SYS_quotactl_fd
    // The machine.
    SYS_kexec_load SYS_kexec_file_load SYS_init_module SYS_finit_module SYS_delete_module
    SYS_reboot SYS_swapon SYS_swapoff SYS_acct SYS_syslog SYS_vhangup SYS_nfsservctl
    SYS_settimeofday SYS_clock_settime SYS_clock_adjtime SYS_adjtimex SYS_sethostname
    SYS_setdomainname
    // Resources that limits do not cover, and calls that undo limits.
    SYS_memfd_secret SYS_personality SYS_migrate_pages SYS_move_pages
    // Memory that belongs to no visible process.
    SYS_memfd_create SYS_shmget SYS_shmat SYS_shmctl SYS_shmdt SYS_msgget SYS_msgsnd SYS_msgrcv
    SYS_msgctl SYS_semget SYS_semop SYS_semtimedop SYS_semctl SYS_mq_open SYS_mq_unlink
    SYS_mq_timedsend SYS_mq_timedreceive SYS_mq_notify SYS_mq_getsetattr SYS_vmsplice
    // A program with lower priority could be late, and be excused for that.
    SYS_setpriority SYS_sched_setscheduler SYS_sched_setparam SYS_sched_setattr
    SYS_sched_setaffinity SYS_ioprio_set
}

calls! {
    x86_64
    /// Refused in the same way: calls that need capabilities, and calls that kernels no longer
    /// have.
    DENIED_HERE, DENIED_HERE_NAMES:
    SYS__sysctl SYS_afs_syscall SYS_epoll_ctl_old SYS_epoll_wait_old SYS_get_thread_area
    SYS_getpmsg SYS_inotify_init SYS_ioperm SYS_iopl SYS_modify_ldt SYS_putpmsg SYS_security
    SYS_set_thread_area SYS_sysfs SYS_tuxcall SYS_uselib SYS_ustat SYS_vserver
}

calls! {
    /// Calls that make sockets, or give one an address. They are refused if the limit on sockets is
    /// on.
    ADDRESSED, ADDRESSED_NAMES:
    SYS_socket SYS_bind SYS_listen SYS_connect
}

calls! {
    /// Reported as not existing. A filter cannot see the flags of `clone3`; without it every C
    /// library uses `clone`. Locks of `flock` can be put on any readable file, and seen from
    /// another sandbox. Tools that try to lock (cargo) continue without locks.
    ABSENT, ABSENT_NAMES:
    SYS_clone3 SYS_flock
}

calls! {
    /// Refused with some arguments.
    LOOKED_INTO, LOOKED_INTO_NAMES:
    SYS_clone SYS_fadvise64 SYS_fcntl SYS_ioctl SYS_madvise SYS_mmap SYS_prctl SYS_prlimit64
    SYS_setsockopt SYS_socketpair
}

calls! {
    /// Allowed.
    ALLOWED, ALLOWED_NAMES:
    SYS_accept SYS_accept4 SYS_brk SYS_capget SYS_capset SYS_chdir SYS_clock_getres
    SYS_clock_gettime SYS_clock_nanosleep SYS_close SYS_close_range SYS_copy_file_range SYS_dup
    SYS_dup3 SYS_epoll_create1 SYS_epoll_ctl SYS_epoll_pwait SYS_epoll_pwait2 SYS_eventfd2
    SYS_execve SYS_execveat SYS_exit SYS_exit_group SYS_faccessat SYS_faccessat2 SYS_fallocate
    SYS_fchdir SYS_fchmod SYS_fchmodat SYS_fchown SYS_fchownat SYS_fdatasync SYS_fgetxattr
    SYS_flistxattr SYS_fremovexattr SYS_fsetxattr SYS_fstat SYS_fstatfs SYS_fsync SYS_ftruncate
    SYS_futex SYS_futex_waitv SYS_get_mempolicy SYS_get_robust_list SYS_getcpu SYS_getcwd
    SYS_getdents64 SYS_getegid SYS_geteuid SYS_getgid SYS_getgroups SYS_getitimer
    SYS_getpeername SYS_getpgid SYS_getpid SYS_getppid SYS_getpriority SYS_getrandom
    SYS_getresgid SYS_getresuid SYS_getrlimit SYS_getrusage SYS_getsid SYS_getsockname
    SYS_getsockopt SYS_gettid SYS_gettimeofday SYS_getuid SYS_getxattr SYS_ioprio_get SYS_kill
    SYS_landlock_add_rule SYS_landlock_create_ruleset SYS_landlock_restrict_self SYS_lgetxattr
    SYS_linkat SYS_listxattr SYS_llistxattr SYS_lremovexattr SYS_lseek SYS_lsetxattr SYS_mbind
    SYS_membarrier SYS_mincore SYS_mkdirat SYS_mknodat SYS_mlock SYS_mlock2 SYS_mlockall
    SYS_mprotect SYS_mremap SYS_mseal SYS_msync SYS_munlock SYS_munlockall SYS_munmap
    SYS_nanosleep SYS_newfstatat SYS_openat SYS_openat2 SYS_pidfd_open SYS_pidfd_send_signal
    SYS_pipe2 SYS_pkey_alloc SYS_pkey_free SYS_pkey_mprotect SYS_ppoll SYS_pread64 SYS_preadv
    SYS_preadv2 SYS_pselect6 SYS_pwrite64 SYS_pwritev SYS_pwritev2 SYS_read SYS_readahead
    SYS_readlinkat SYS_readv SYS_recvfrom SYS_recvmmsg SYS_recvmsg SYS_remap_file_pages
    SYS_removexattr SYS_renameat SYS_renameat2 SYS_restart_syscall SYS_rseq SYS_rt_sigaction
    SYS_rt_sigpending SYS_rt_sigprocmask SYS_rt_sigqueueinfo SYS_rt_sigreturn SYS_rt_sigsuspend
    SYS_rt_sigtimedwait SYS_rt_tgsigqueueinfo SYS_sched_get_priority_max
    SYS_sched_get_priority_min SYS_sched_getaffinity SYS_sched_getattr SYS_sched_getparam
    SYS_sched_getscheduler SYS_sched_rr_get_interval SYS_sched_yield SYS_seccomp SYS_sendfile
    SYS_sendmmsg SYS_sendmsg SYS_sendto SYS_set_mempolicy SYS_set_mempolicy_home_node
    SYS_set_robust_list SYS_set_tid_address SYS_setfsgid SYS_setfsuid SYS_setgid SYS_setgroups
    SYS_setitimer SYS_setpgid SYS_setregid SYS_setresgid SYS_setresuid SYS_setreuid
    SYS_setrlimit SYS_setsid SYS_setuid SYS_setxattr SYS_shutdown SYS_sigaltstack SYS_signalfd4
    SYS_splice SYS_statfs SYS_statx SYS_symlinkat SYS_sync_file_range SYS_sysinfo SYS_tee
    SYS_tgkill SYS_timer_create SYS_timer_delete SYS_timer_getoverrun SYS_timer_gettime
    SYS_timer_settime SYS_timerfd_create SYS_timerfd_gettime SYS_timerfd_settime SYS_times
    SYS_tkill SYS_truncate SYS_umask SYS_uname SYS_unlinkat SYS_utimensat SYS_wait4 SYS_waitid
    SYS_write SYS_writev
}

calls! {
    x86_64
    /// Allowed in the same way.
    ALLOWED_HERE, ALLOWED_HERE_NAMES:
    SYS_access SYS_alarm SYS_arch_prctl SYS_chmod SYS_chown SYS_creat SYS_dup2 SYS_epoll_create
    SYS_epoll_wait SYS_eventfd SYS_fchmodat2 SYS_fork SYS_futimesat SYS_getdents SYS_getpgrp
    SYS_lchown SYS_link SYS_lstat SYS_mkdir SYS_mknod SYS_open SYS_pause SYS_pipe SYS_poll
    SYS_readlink SYS_rename SYS_rmdir SYS_select SYS_signalfd SYS_stat SYS_symlink SYS_time
    SYS_unlink SYS_utime SYS_utimes SYS_vfork
}
