/** Variables name files that programs write: `GIT_TRACE=~/.bashrc git status`. */
import { fileFloor, type FloorHit } from '../files/fileFloor';
import { resolvePath } from '../../files/pathResolution';
import type { CheckedCommand } from './commandCheck';

const WRITTEN =
  /^(?:GIT_TRACE\w*|GIT_REDIRECT_STD(?:OUT|ERR)|GIT_INDEX_FILE|HISTFILE|LESSHISTFILE|MYSQL_HISTFILE|PSQL_HISTORY|SQLITE_HISTORY|PYTHON_HISTORY|NODE_REPL_HISTORY|SSLKEYLOGFILE|NODE_REDIRECT_WARNINGS|NODE_V8_COVERAGE|LD_DEBUG_OUTPUT|LLVM_PROFILE_FILE|GCOV_PREFIX|COVERAGE_FILE|MALLOC_TRACE|CPUPROFILE|HEAPPROFILE|STRACE_LOG|RUST_LOG_FILE|WGET_HSTS)$/;

const LONGEST = 4_096;

export function variableFiles({ variables, command, line: { machine, files } }: CheckedCommand): FloorHit | undefined {
  for (const { name, value } of variables) {
    if (value === undefined || value === '' || value.length > LONGEST || !WRITTEN.test(name)) continue;
    const path = value.startsWith('~/') ? machine.homeDirectory + value.slice(1) : value;
    if (!path.startsWith('/') && command.cwd === undefined) continue;
    const resolved = resolvePath(path, command.cwd, machine, files);
    const hit = fileFloor([{ path, change: 'in-place', resolved }], machine, files);
    if (hit !== undefined) return hit;
  }
  return undefined;
}
