#!/usr/bin/env python3
"""Runs a command only where Auto Mode allows it: ask-the-gate.py PROGRAM [ARGUMENT]...

Asks by the hook: one JSON object in; an exit code and one line of JSON out. Exit code 126: the command did not run.
"""

import json
import os
import shlex
import subprocess
import sys

# The launcher gives up after 300 seconds: a person may be asked.
SECONDS = float(os.environ.get("GATE_SECONDS", "310"))


def objection(command):
    """Why the command must not run; None where the gate allows it."""
    call = {"tool_name": "bash", "tool_input": {"command": shlex.join(command)}, "cwd": os.getcwd()}
    launcher = os.path.join(os.path.expanduser("~"), ".auto-mode", "launcher")
    # Not as ASCII: a name that is no text must fail here, for it cannot be judged.
    payload = json.dumps(call, ensure_ascii=False).encode("utf-8")
    asked = subprocess.run([launcher, "generic"], input=payload, stdout=subprocess.PIPE, timeout=SECONDS)
    # It printed the reason of a block.
    if asked.returncode != 0:
        return "no allow."
    answer = json.loads(asked.stdout)
    if isinstance(answer, dict) and answer.get("decision") == "allow":
        return None
    return "the answer is no allow."


def main():
    command = sys.argv[1:]
    if not command:
        sys.exit("No program is given.")
    # Any failure: no window, no launcher, too late, no JSON.
    try:
        problem = objection(command)
    except Exception as error:
        problem = str(error)
    if problem is not None:
        print(f"Not run: {problem}", file=sys.stderr)
        sys.exit(126)
    os.execvp(command[0], command)


main()
