//! Cost of a sandbox: starting and ending a program, compared with bare `posix_spawn` and wait;
//! opening and closing a sandbox.
#![expect(clippy::unwrap_used, reason = "a benchmark")]

use std::process::{Command, Stdio};

use criterion::{Criterion, criterion_group, criterion_main};
use rustix::event::{PollFd, PollFlags, poll};
use stoker_sandbox::{Isolation, Sandbox, SandboxSpec, Status};

const PROGRAM: &str = "/bin/true";

fn spec(isolation: Isolation) -> SandboxSpec {
    let launcher = Some(env!("CARGO_BIN_EXE_launcher-fixture").into());
    SandboxSpec { launcher, ..SandboxSpec::new(isolation) }
}

fn one_program(sandbox: &mut Sandbox) {
    let running = sandbox.spawn(&[PROGRAM.into()]).unwrap();
    poll(&mut [PollFd::from_borrowed_fd(sandbox.control(), PollFlags::IN)], None).unwrap();
    let exit = sandbox.try_exit().unwrap().unwrap();
    assert_eq!(exit.status, Status::Code(0));
    drop(running);
}

fn programs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("program");
    group.bench_function("bare", |bencher| {
        bencher.iter(|| {
            let mut command = Command::new(PROGRAM);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            assert!(command.spawn().unwrap().wait().unwrap().success());
        });
    });
    for isolation in [Isolation::None, Isolation::Full] {
        let mut sandbox = Sandbox::open(&spec(isolation)).unwrap();
        group.bench_function(isolation.to_string(), |bencher| {
            bencher.iter(|| one_program(&mut sandbox))
        });
    }
    group.finish();
}

fn sandboxes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("open and close");
    for isolation in [Isolation::None, Isolation::Full] {
        let spec = spec(isolation);
        group.bench_function(isolation.to_string(), |bencher| {
            bencher.iter(|| Sandbox::open(&spec).unwrap())
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(50);
    targets = programs, sandboxes
}
criterion_main!(benches);
