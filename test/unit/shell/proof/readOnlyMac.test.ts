import assert from 'node:assert/strict';
import { analyse } from '../../../../src/shell/analyse';
import { proveReadOnly, type ReadOnlyProof } from '../../../../src/shell/proof/readOnlyProof';
import { writtenText } from '../../../../src/shell/model/analysis';

function proofOf(line: string, platform: NodeJS.Platform): ReadOnlyProof {
  return proveReadOnly(analyse(line, 'bash', { cwd: '/w', home: '/Users/u', platform }));
}

function objectionTo(line: string, platform: NodeJS.Platform): string | undefined {
  const proof = proofOf(line, platform);
  return proof.proven ? undefined : proof.objection;
}

function readsOf(line: string, platform: NodeJS.Platform): readonly string[] {
  const proof = proofOf(line, platform);
  assert.ok(proof.proven);
  return proof.reads.map(({ use: { word, from = 0 } }) => writtenText(word).slice(from));
}

/** Harmless as Apple's program and as GNU's. */
const ON_BOTH = [
  ...['ls -laG', 'ls -lT@e', 'gls --color=auto -la', 'cat -n a', 'head -5 a', 'tail -n +3 a', 'grep -rn x src'],
  ...[
    "sed -n '1,5p' a",
    "gsed -n '1,5p' a",
    'stat -f %z a',
    "stat -f '%Sm' -t %F a",
    'gstat -c %s a',
    'stat -x a',
    'stat -c %s a',
  ],
  ...[
    'date',
    'date +%F',
    'date -j +%F',
    'date -u +%s',
    'date -r 0 +%F',
    'date -v-1d +%F',
    'date -u -v+2H',
    'gdate -d yesterday',
  ],
  ...['find . -name x', 'find -E . -regex ".*/(a|b)"', 'find . -type f -print0 | xargs -0 wc -l', 'du -sh -d 1 .'],
  ...['find . -name "*.ts" | xargs -I{} head -3 {}', 'find . -name "*.ts" | xargs -J % grep -l x %'],
  ...['base64 -D a', 'base64 -D -i a', 'df -h', 'ps aux', 'ps -ef', 'uniq -c a', 'sort a | uniq -c', 'md5 -q a'],
  ...["awk -F: '{print $1}' a", 'shasum -a 256 a', 'wc -l a', 'cut -d: -f1 a', 'readlink -f a', 'file a', 'which -a x'],
  ...['sw_vers', 'sw_vers -productVersion', 'sysctl -n hw.ncpu', 'uname -a', 'id -F', 'top -l 1 -n 5', 'vm_stat'],
  ...[
    'gsha256sum a',
    'gwc -l a',
    'gcut -f1 a',
    'gecho a',
    'lsof -i :3000',
    'netstat -an',
    'ifconfig en0',
    'hostname -s',
  ],
];

const ONLY_ON_MAC = [
  ...['stat -f%z a', "stat -f'%Sm %N' -t%F a", 'xattr a', 'xattr -l a', 'xattr -p com.apple.quarantine a'],
  ...['date -j -f %s 0 +%F', "date -ujf '%Y-%m-%d' 2024-01-01 +%s", '/bin/date -j -f %s 0 +%F'],
  ...[
    'mdfind -name a',
    'mdfind -onlyin src text',
    'mdls a',
    'mdls -name kMDItemKind a',
    'diskutil list',
    'csrutil status',
  ],
  ...['diskutil info /', 'diskutil apfs list', 'diskutil list -plist internal', 'csrutil authenticated-root status'],
  ...[
    'spctl --status',
    'scutil --dns',
    'scutil --get ComputerName',
    'networksetup -listallhardwareports',
    'pmset -g batt',
  ],
  ...['pmset -g', 'plutil -p a.plist', 'plutil -lint a.plist', 'plutil -convert json -o - a.plist'],
  ...[
    'plutil -extract a.b raw -o - a.plist',
    'plutil -convert json -o - -- a.plist',
    'dscl . -list /Users',
    'dscl . -read /Users/u UserShell',
  ],
  ...['system_profiler SPHardwareDataType -json', 'xcodebuild -version', 'xcode-select -p', 'xcrun --find clang'],
  ...['xcrun --show-sdk-path', 'xcrun --sdk macosx --show-sdk-version', 'caffeinate -i cat a', 'caffeinate -t 5 ls'],
  ...['security find-identity -v -p codesigning', 'security list-keychains', 'launchctl print-disabled system'],
];

const ON_NEITHER = [
  ...['xattr -d com.apple.quarantine a', 'xattr -w a b c', 'xattr -c a', 'gstat -f%z a'],
  // The same within other programs.
  ...[
    "bash -c 'uniq a -c'",
    'find . -name a -exec uniq {} -c \\;',
    "find . -exec sed 'w out' -e p {} +",
    'nice uniq a -c',
  ],
  // What one of the two takes for a script, an output or a setting.
  ...[
    "sed 'w out' -e p a",
    "sed -i '' s/a/b/ a",
    "sed -i '' 's/a/b/w out' a",
    "/usr/bin/sed -i '' p a",
    'sed -I .b p a',
  ],
  ...['awk --field-separator \'BEGIN{system("id")}\' p a', 'uniq a -c', 'uniq -c a b', "awk -cF 'BEGIN{system(1)}' p"],
  ...[
    'date 0101',
    'date -f %s 0',
    'date -jn -s x',
    'date -d 1',
    'date -f dates',
    '/bin/date -d 0',
    'date +%s -j 01010000',
  ],
  ...['base64 -D -o out a', 'base64 -i a -o out', 'ps -E', 'ps auxe', 'ps -Eww', 'find . -f x', 'find -f . -delete'],
  ...['xargs -J % sh %', 'find . | xargs -J % sh -c %', 'find . | xargs -J % cat x%', 'grep -C x a'],
  // Secrets, things that start, settings.
  ...[
    'pbpaste',
    'pbcopy < a',
    'open a',
    'open -a Mail',
    'defaults read',
    'defaults read com.x',
    'defaults write com.x a b',
  ],
  ...['security find-generic-password -w -s x', 'security dump-keychain', 'security default-keychain -s x', 'say a'],
  ...[
    'security -i',
    'launchctl load a',
    'launchctl print system/x',
    'launchctl list x',
    'launchctl getenv X',
    'tccutil reset All',
  ],
  ...[
    'mdfind text',
    'mdfind -live -onlyin . x',
    'mdls -plist out a',
    'system_profiler',
    'system_profiler SPLogsDataType',
  ],
  ...['diskutil eraseDisk APFS x disk2', 'diskutil', 'diskutil apfs deleteVolume x', 'csrutil disable', 'csrutil'],
  ...[
    'spctl --master-disable',
    'spctl',
    'scutil',
    'scutil --set ComputerName x',
    'networksetup -setdnsservers Wi-Fi 1.1.1.1',
  ],
  ...['pmset sleepnow', 'pmset -a sleep 0', 'plutil -convert xml1 a.plist', 'plutil -replace a -string b a.plist'],
  ...['plutil -convert json -o out a.plist', 'plutil -convert json -o - -o out a', 'plutil -p -o out a', 'plutil a'],
  // Behind `--` it names files.
  ...['plutil -convert xml1 -- -o - a.plist', 'plutil -extract a raw -- -o - a.plist'],
  ...['dscl . -read /Users/u', 'dscl . -create /Users/x', 'dscl . -passwd /Users/u x', 'dscl /Search -list /Users'],
  ...['xcodebuild', 'xcodebuild -list', 'xcodebuild -version build', 'xcode-select -s /x', 'xcode-select --install'],
  ...[
    'xcrun swift x.swift',
    'xcrun --sdk ./x --find y',
    'xcrun --kill-cache',
    'caffeinate',
    'caffeinate make',
    'osascript -e 1',
  ],
  ...['brew outdated', 'brew services start x', 'PlistBuddy -c Print a.plist', '/usr/libexec/PlistBuddy -c Print a'],
];

describe('read-only: macOS', () => {
  for (const line of ON_BOTH) {
    it(`proves ${line} on macOS as on Linux`, () => {
      assert.equal(objectionTo(line, 'darwin'), undefined);
    });
  }
  for (const line of ONLY_ON_MAC) {
    it(`proves ${line} only there`, () => {
      assert.equal(objectionTo(line, 'darwin'), undefined);
      assert.notEqual(objectionTo(line, 'linux'), undefined);
    });
  }
  for (const line of ON_NEITHER) {
    it(`does not prove ${line}`, () => {
      assert.notEqual(objectionTo(line, 'darwin'), undefined);
    });
  }

  const READ_TWICE: readonly (readonly [line: string, ...reads: string[]])[] = [
    ['fmt -p .env', '.env'],
    ['grep --context x .env', '.env'],
    ['head a -n 5', 'a', '-n', '5'],
    ['xargs -I{} cat {} < a', '{}'],
  ];
  for (const [line, ...reads] of READ_TWICE) {
    it(`knows what ${line} reads by either program`, () => {
      const objection = objectionTo(line, 'darwin');
      if (objection === undefined) for (const read of reads) assert.ok(readsOf(line, 'darwin').includes(read), read);
    });
  }

  it('reads a program in the folder of the system as Apple reads it, one with a g as GNU does', () => {
    assert.equal(
      objectionTo('/bin/date --date=yesterday', 'darwin'),
      'date may take --date=yesterday as an option that is in no table',
    );
    assert.equal(objectionTo('gdate --date=yesterday', 'darwin'), undefined);
    assert.equal(objectionTo('gdate -j -f %s 0', 'darwin'), 'gdate -f does more than read');
    assert.equal(objectionTo('gsed -i p a', 'darwin'), 'gsed -i does more than read');
  });
});
