import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContainedHome } from '../../src/sandbox/containedHome';
import { seccompFilter } from '../../src/sandbox/seccompFilter';
import { selfTest, type Escape } from '../../src/sandbox/selfTest';

const ALL = '--unshare-all';
const OWN = ['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'];

function own(without: string): string {
  return `swap 1 ${ALL} ${OWN.filter((one) => one !== without).join(' ')}`;
}

/** What a false bubblewrap changes before it starts the real one, in bash, and what the self-test has to find. */
const BROKEN: readonly (readonly [what: string, change: string, escapes: readonly Escape[]])[] = [
  ['nothing', '', []],
  ['nothing but much time, on a busy machine', 'sleep 21', []],
  [
    'the whole sandbox away',
    'exec "${command[@]}"',
    [
      ...(['network', 'write-outside', 'write-protected', 'read-private', 'signal', 'outlive'] as const),
      ...(['shared-memory', 'namespace'] as const),
    ],
  ],
  ['its own network away', own('--unshare-net'), ['network']],
  ['its own shared memory away', own('--unshare-ipc'), ['shared-memory']],
  [
    'its own processes away',
    `${own('--unshare-pid')}; swap 2 '--proc /proc' --ro-bind /proc /proc`,
    ['signal', 'outlive'],
  ],
  ['the empty home away', 'swap 2 "--tmpfs $home" --bind "$home" "$home"', ['write-outside', 'read-private']],
  [
    'the read-only git directory away',
    'swap 2 "--ro-bind $workspace/.git" --bind "$workspace/.git"',
    ['write-protected'],
  ],
  ...(process.getuid?.() === 0
    ? [['the read-only settings of the kernel away', 'swap 2 "--remount-ro /proc"', ['write-outside']] as const]
    : []),
  ['the hidden secrets away', 'swap 3 "--ro-bind $empty $workspace/.env"', ['read-private']],
  ['the filter of system calls away', 'options=(--info-fd 5)', ['namespace']],
];

describe('the self-test of contained runs', () => {
  const before = process.env['HOME'];
  let userHome = '';

  beforeEach(() => {
    userHome = realpathSync(mkdtempSync(join(tmpdir(), 'am-broken-')));
    mkdirSync(join(userHome, '.auto-mode'), { mode: 0o700 });
    // Without a sandbox its line writes there.
    process.env['HOME'] = userHome;
  });
  afterEach(() => {
    process.env['HOME'] = before;
    rmSync(userHome, { recursive: true, force: true });
  });

  for (const [what, change, escapes] of BROKEN) {
    it(`sees a bubblewrap that takes ${what}`, async () => {
      const home = new ContainedHome(join(userHome, '.auto-mode'));
      const filter = seccompFilter(process.arch);
      if (filter === undefined) throw new Error(`no filter for ${process.arch}`);
      home.prepare({ bash: '/bin/bash', bubblewrap: falseProgram(change, userHome, home.empty.file) }, filter);
      const result = await selfTest(home, userHome);
      const expected = escapes.length === 0 ? { kind: 'holds' } : { kind: 'escapes', escapes };
      assert.deepEqual(result.kind === 'escapes' ? { ...result, escapes: sorted(result.escapes) } : result, {
        ...expected,
        ...(escapes.length === 0 ? {} : { escapes: sorted(escapes) }),
      });
    });
  }

  it('fails where the program does nothing', async () => {
    const home = new ContainedHome(join(userHome, '.auto-mode'));
    home.prepare({ bash: '/bin/bash', bubblewrap: '/bin/true' }, seccompFilter(process.arch) ?? Buffer.alloc(0));
    assert.equal((await selfTest(home, userHome)).kind, 'fails');
  });
});

function sorted(escapes: readonly Escape[]): readonly Escape[] {
  return [...escapes].sort();
}

/** Called as `--args 8 --seccomp 9 --info-fd 5 ... -- command`. */
function falseProgram(change: string, home: string, empty: string): string {
  const path = join(home, 'false-bwrap');
  const text = `#!/bin/bash
mapfile -d '' -t args <&8
options=(--seccomp 9 --info-fd 5)
while test "$1" != --; do shift; done
command=("\${@:2}")
home=${home} empty=${empty}
for arg in "\${args[@]}"; do case $arg in */workspace) workspace=$arg ;; esac; done
# swap COUNT 'WORDS' NEW...: the first COUNT words that are WORDS become NEW.
swap() {
  local count=$1 old=$2 index
  shift 2
  for ((index = 0; index < \${#args[@]}; index++)); do
    if test "\${args[*]:index:count}" = "$old"; then
      args=("\${args[@]:0:index}" "$@" "\${args[@]:index+count}")
      return
    fi
  done
  echo "no $old" >&2
  exit 99
}
${change}
exec /usr/bin/bwrap "\${options[@]}" "\${args[@]}" -- "\${command[@]}"
`;
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}
