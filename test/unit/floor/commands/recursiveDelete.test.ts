import assert from 'node:assert/strict';
import { HOME } from '../../engine/fakeGate';
import { floorOf, LINUX, type FloorWorld } from './floorCases';

const ROOTS = [
  ...[
    '/',
    '/.',
    '//',
    '/./',
    '/../',
    '/tmp/..',
    '/usr/../',
    '/etc/',
    '/usr',
    '/bin',
    '/boot',
    '/dev',
    '/home',
    '/lib',
    '/lib64',
  ],
  ...[
    '/opt',
    '/private',
    '/proc',
    '/root',
    '/run',
    '/sbin',
    '/sys',
    '/var',
    '/System',
    '/Library',
    '/usr/local',
    '/tmp',
    '/tmp/',
  ],
  ...[
    '/var/tmp',
    '~',
    '~/',
    '~/.',
    '~root',
    '~other',
    '"$HOME"',
    '$HOME/',
    '${HOME}',
    '/home/other',
    '/home/u',
    HOME,
    '/Users/x',
  ],
  ...[
    '/*',
    '/*/',
    '/**',
    '/.*',
    '/[a-z]*',
    '/?*',
    '/u*',
    '/us?',
    '/*bin',
    '~/*',
    '~/.*',
    '$HOME/*',
    '$HOME/.*',
    '/home/*',
    '/home/u*',
  ],
  ...[
    '/home/u/*',
    '/home/u/.[!.]*',
    '/var/lib/*',
    '"$X/"',
    '$X/*',
    '"$X"/*',
    '"${X}/"',
    '/$X',
    '"${DIR}"/bin',
    '${X:-/}',
    '/etc/*',
  ],
  ...[
    '$(cat nothing)/',
    '..',
    '../',
    '../*',
    './..',
    '../../..',
    '/home/$USER',
    '~/$X',
    '/mnt/c',
    '/mnt/c/*',
    '/sys/firmware/efi',
  ],
];

const NOT_ROOTS = [
  ...[
    'node_modules',
    'dist',
    './build',
    '/tmp/build',
    '"$TMPDIR/x"',
    '${BUILD_DIR}/out',
    '/var/lib/apt/lists/*',
    '/usr/local/go',
  ],
  ...[
    '"~"',
    "'~/'",
    '\\~',
    "'/*'/x",
    '"$X"',
    '$X',
    '$X/$Y',
    '"$TMP/build-$X"',
    '${X:?}/',
    '"${X:?}"/*',
    '${X:-build}/',
    '/tmp/*',
    '/tmp/$X',
  ],
  ...[
    '/home/u/project',
    '~/project',
    '~/.cache',
    '*',
    './*',
    '.',
    '.*',
    '*.log',
    '/var/tmp/*',
    '/tmp/$$',
    '~/*.log',
    '/*.img',
    '/var/log/*',
  ],
  ...[
    '/home/*/.cache/pip',
    '$(mktemp -d)/x',
    '"$(pwd)/"',
    '$(dirname x)/bin',
    '"$(git rev-parse --show-toplevel)/lib"',
    'etc',
    'usr/lib',
    '/opt/app',
  ],
  ...[
    '/workspace',
    '/app/*',
    '/dev/shm/x',
    '/run/lock/x',
    '/etc/nginx/sites-enabled/default',
    '"-rf"',
    "'$HOME'",
    '../sibling',
    '/mnt/data',
  ],
];

const HITS: readonly (readonly [string, FloorWorld?])[] = [
  ...[
    'rm -rf /',
    'rm -fr /',
    'rm -r /',
    'rm -R /',
    'rm -Rf /',
    'rm -r -f /',
    'rm -f -r /',
    'rm -vrf /',
    'rm / -rf',
  ].map((line) => [line] as const),
  ...[
    'rm --recursive /',
    'rm --recur --force /',
    'rm --r /',
    'rm -f --no-preserve-root /',
    'rm -rf -- /',
    'rm -rf x / y',
    'rm $OPTS /',
    '/bin/rm -rf /',
    '\\rm -rf /',
    "'r'm -rf /",
    'rm "-rf" /',
  ].map((line) => [line] as const),
  ...[
    'find / -delete',
    'find ~ -delete',
    'find / -type f -delete',
    'find / -name "*" -delete',
    'find /etc -exec rm {} \\;',
    'find $HOME -mindepth 1 -exec rm -rf {} +',
    'find -L / -delete',
    'find / -exec sh -c "rm -rf {}" \\;',
    'find "$X/" -delete',
    'find a / -delete',
  ].map((line) => [line] as const),
  ...[
    'echo / | xargs rm -rf',
    'printf "/\\n" | xargs rm -rf',
    'find / | xargs rm',
    'find ~ -type f -print0 | xargs -0 rm -f',
    'echo ~ | xargs rm -r',
    'echo / | xargs -I{} rm -rf {}',
    'echo / | cat | xargs rm -rf',
  ].map((line) => [line] as const),
  ...[
    'rsync -a --delete empty/ /',
    'rsync -a --delete empty/ ~/',
    'npx rimraf /',
    'rimraf ~',
    'mv / /x',
    'mv ~ /tmp/x',
    'mv /etc /etc.bak',
    'mv ~/* /dev/null',
    'mv -t /tmp ~',
  ]
    .filter((line) => !line.startsWith('npx'))
    .map((line) => [line] as const),
  ['cd / && rm -rf *'],
  ['cd /etc; rm -rf ./*'],
  ['cd; rm -rf .'],
  ['cd ~; rm -rf *'],
  ['cd /usr; cd ..; rm -rf ./*'],
  ['(cd / && rm -rf *)'],
  ['cd /home || exit; rm -rf *'],
  ['rm -rf *', { cwd: '/' }],
  ['rm -rf ./*', { cwd: HOME }],
  ['rm -rf .', { cwd: HOME }],
  ['rm -rf .*', { cwd: '/' }],
  ['find . -delete', { cwd: HOME }],
  ['find -delete', { cwd: '/' }],
  ['rm -rf link/*', { tree: { '/home/u/project/link': { link: '/' } } }],
  ['RM -rf /', { machine: { ...LINUX, platform: 'darwin', homeDirectory: '/Users/u' } }],
  ['rm -rf /Users/u', { machine: { ...LINUX, platform: 'darwin', homeDirectory: '/Users/u' } }],
];

const MISSES: readonly (readonly [string, FloorWorld?])[] = [
  ...[
    'rm /',
    'rm -f /etc/x',
    'rm -rf',
    'rm -- -rf /',
    'rmdir /',
    'echo rm -rf /',
    'echo "rm -rf /"',
    "printf 'rm -rf /'",
    'grep -r "rm -rf /" .',
    'git commit -m "rm -rf /"',
    '# rm -rf /',
    'ls -r /',
  ].map((line) => [line] as const),
  ...[
    'find . -name "*.pyc" -delete',
    'find ~ -name .DS_Store -delete',
    'find / -name core -exec rm {} +',
    'find /tmp -mtime +7 -delete',
    'find / -type f',
    'find . -type f -delete',
    'find / -type f -exec ls {} +',
  ].map((line) => [line] as const),
  ...[
    'find . -name x | xargs rm -f',
    'git ls-files | xargs rm -rf',
    'echo dist | xargs rm -rf',
    'ls | xargs rm',
    'find / -name x | xargs rm',
    'rsync -a --delete ~/ /mnt/backup/',
    'rsync -a a/ /',
    'mv a b',
    'mv x /',
    'mv x ~',
    'mv $DIR/* .',
    'mv x -t ~',
    'cp -r / x',
    'rimraf dist',
    'trash x',
  ].map((line) => [line] as const),
  ['cd /tmp/x; rm -rf *'],
  ['cd "$DIR"; rm -rf *'],
  ['cd /; cd "$DIR" && rm -rf *'],
  ['cd /etc; cd nginx; rm -rf ./*'],
  ['(cd /); rm -rf *'],
  ['rm -rf *', {}],
  ['rm -rf dist', { cwd: HOME }],
  ['rm -rf dist', { cwd: '/' }],
];

describe('The hard floor on recursive deletion', () => {
  for (const target of ROOTS) {
    it(`stops rm -rf ${target}`, () => {
      assert.equal(floorOf(`rm -rf ${target}`)?.check, 'recursive-delete');
    });
  }
  for (const target of NOT_ROOTS) {
    it(`has no opinion on rm -rf ${target}`, () => {
      assert.equal(floorOf(`rm -rf ${target}`), undefined);
    });
  }
  for (const [line, world] of HITS) {
    it(`stops ${line}`, () => {
      assert.match(floorOf(line, world)?.check ?? 'none', /^(?:recursive-delete|root-move)$/);
    });
  }
  for (const [line, world] of MISSES) {
    it(`has no opinion on ${line}`, () => {
      assert.equal(floorOf(line, world), undefined);
    });
  }
  for (const line of ['rm -rf ~', 'rm -rf /users/alice', 'rm -rf /Users/Ali?e', 'rm -rf ~/..']) {
    it(`names what ${line} deletes as the machine does`, () => {
      const machine: FloorWorld['machine'] = { ...LINUX, platform: 'darwin', homeDirectory: '/Users/Alice' };
      const folder = line.endsWith('..') ? '/Users' : '/Users/Alice';
      assert.match(floorOf(line, { machine })?.reason ?? '', new RegExp(` delete ${folder} and everything below it`));
    });
  }
});
