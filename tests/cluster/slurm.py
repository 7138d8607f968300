"""Slurm on this machine alone: its daemons, in a folder, as root, for as long as a test takes."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

COMMANDS = ("munged", "slurmctld", "slurmd", "sbatch", "sinfo")

CONFIGURATION = """\
ClusterName=one
SlurmctldHost={host}
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
ReturnToService=2
NodeName={host} CPUs=8 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def _ports(count):
    with contextlib.ExitStack() as open_:
        sockets = [open_.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("", 0))
        return [one.getsockname()[1] for one in sockets]


@contextlib.contextmanager
def cluster():
    """The variables with which sbatch finds the cluster. Skips where Slurm is not installed, or this is not root."""
    missing = [name for name in COMMANDS if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")]
    if missing or os.geteuid() != 0:
        pytest.skip(f"NOT TESTED with Slurm: it needs root, and {', '.join(missing) or 'all commands are there'}")
    folder = Path(tempfile.mkdtemp(prefix="slurm"))
    (folder / "state").mkdir()
    (folder / "spool").mkdir()
    key = folder / "munge.key"
    key.write_bytes(os.urandom(1024))
    key.chmod(0o400)
    host = socket.gethostname().partition(".")[0]
    (folder / "slurm.conf").write_text(CONFIGURATION.format(host=host, folder=folder, ports=_ports(2)))
    environment = os.environ | {"SLURM_CONF": str(folder / "slurm.conf"), "PATH": os.environ["PATH"] + ":/usr/sbin"}
    munge = [f"--{name}={folder}/munge.{ending}" for name, ending in
             (("key-file", "key"), ("socket", "sock"), ("pid-file", "pid"), ("log-file", "log"), ("seed-file", "seed"))]
    daemons = []
    with open(folder / "log", "w") as log:
        try:
            for command in (["munged", "--foreground", "--force", *munge], ["slurmctld", "-D"], ["slurmd", "-D"]):
                daemons.append(subprocess.Popen(command, env=environment, stdout=log, stderr=log))
                time.sleep(1)
            _wait_for_nodes(environment, folder)
            yield environment
        finally:
            for daemon in reversed(daemons):
                daemon.terminate()
                daemon.wait(timeout=60)
    shutil.rmtree(folder, ignore_errors=True)


def _wait_for_nodes(environment, folder):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        told = subprocess.run(["sinfo", "--noheader", "--format=%T"], env=environment, capture_output=True, text=True)
        if told.stdout.strip() == "idle":
            return
        time.sleep(0.5)
    pytest.fail((folder / "log").read_text()[-3000:])
