import assert from 'node:assert/strict';
import { analyse } from '../../../../src/shell/analyse';
import { fileFloor } from '../../../../src/floor/files/fileFloor';
import { resolvePath } from '../../../../src/files/pathResolution';
import { shellTouches } from '../../../../src/calls/command/shellTouches';
import { EMPTY_DISK, floorFor, MAC } from '../../files/fileWorld';
import { floorOf } from './floorCases';

const CWD = '/Users/u/project';

/** What the floor says to the command, or to the files that it touches. */
function checkOf(line: string): string | undefined {
  const analysis = analyse(line, 'bash', { cwd: CWD, home: MAC.homeDirectory, platform: 'darwin' });
  const touches = shellTouches(analysis, MAC, EMPTY_DISK).touches.map((touch) => ({
    ...touch,
    resolved: resolvePath(touch.path, CWD, MAC, EMPTY_DISK),
  }));
  return (floorOf(line, { machine: MAC, cwd: CWD }) ?? fileFloor(touches, MAC, EMPTY_DISK))?.check;
}

const STOPPED: Readonly<Record<string, readonly string[]>> = {
  'recursive-delete': [
    ...['grm -rf /', 'find -E / -delete', 'find -x / -exec rm -rf {} +', 'osascript -e \'do shell script "rm -rf /"\''],
    ...['caffeinate -i rm -rf ~', 'xcrun rm -rf /', 'launchctl asuser 501 rm -rf /', 'sandbox-exec -n x rm -rf /'],
    ...[
      'arch -x86_64 rm -rf /',
      'gtimeout 5 rm -rf /',
      'rm -rf /System/Volumes/Data/Users/u',
      'rm -rf /private/var/root',
    ],
  ],
  keychain: [
    ...['security dump-keychain -d', 'security unlock-keychain -p x login.keychain', 'security -q export -k x -o y'],
    ...[
      'security delete-keychain x',
      'security set-key-partition-list -S apple: x',
      'security delete-generic-password -s x',
    ],
    ...['security import x.p12 -k login.keychain -A', 'security set-keychain-settings x'],
  ],
  'platform-security': [
    ...['security -q add-trusted-cert x', 'security authorizationdb write system.login.console allow', 'spctl --add x'],
    ...['sudo spctl kext-consent disable', 'csrutil disable', 'fdesetup disable', 'sudo nvram boot-args=amfi=1'],
    ...['defaults write com.apple.LaunchServices LSQuarantine -bool NO', 'systemsetup -setremotelogin on'],
    ...['sudo defaults write /Library/Preferences/com.apple.alf globalstate -int 0', 'profiles install -path x'],
    ...[
      'defaults -currentHost write com.apple.screensaver askForPassword 0',
      'defaults write com.anthropic.claudecode a b',
    ],
    ...[
      '/usr/libexec/ApplicationFirewall/socketfilterfw --setglobalstate off',
      'defaults write com.microsoft.VSCode a b',
    ],
    ...['sqlite3 ~/Library/Application\\ Support/com.apple.TCC/TCC.db x', 'sysadminctl -guestAccount on'],
  ],
  disk: [
    ...['diskutil eraseDisk APFS x disk2', 'diskutil apfs createContainer disk2', 'diskutil apfs deleteVolume disk2s1'],
    ...['diskutil mergePartitions APFS x disk0s2 disk0s3', 'diskutil erasedisk APFS x disk2', 'gdd if=x of=/dev/disk2'],
  ],
  persistence: [
    ...[
      'launchctl load x.plist',
      'launchctl bootstrap gui/501 x.plist',
      'defaults write ~/Library/LaunchAgents/x Label y',
    ],
    ...[
      'plutil -replace RunAtLoad -bool YES ~/Library/LaunchAgents/x.plist',
      'cp x /System/Volumes/Data/Library/LaunchAgents/',
    ],
    ...[
      "/usr/libexec/PlistBuddy -c 'Add :a string b' ~/Library/LaunchAgents/x.plist",
      'tar -cHf ~/Library/LaunchAgents/a x',
    ],
  ],
  'shell-profile': [
    ...[
      'gtee ~/.zshrc',
      "sed -i '' 's/a/b/w /private/etc/zshrc' x",
      "sed -i '' s/a/b/ ~/.zshrc",
      'tar -cLf ~/.zshrc x',
    ],
    ...[
      'echo x > /private/etc/zshrc',
      'echo x > /PRIVATE/etc/zshrc',
      'echo x > /System/Volumes/Data/private/etc/zshrc',
    ],
    ...[
      'echo x > /.vol/16777220/2/etc/zshrc',
      'echo x > /.nofollow/etc/zshrc',
      'echo x > /.resolve/1/private/etc/zshrc',
    ],
    ...[
      'gcp x ~/.zprofile',
      'gln -sf x ~/.zshrc',
      'install -S x ~/.zshrc',
      'sed -n -I .b p ~/.zshrc',
      'plutil -convert xml1 ~/.zshrc',
    ],
  ],
  'editor-extensions': [
    'open -b com.microsoft.VSCode --args --disable-extensions',
    '"/Applications/Visual Studio Code.app/Contents/MacOS/Electron" --disable-extensions',
  ],
  'editor-switches': ['open -na Cursor --args --user-data-dir /x'],
  'gate-doors': ['open vscode://auto-mode.auto-mode/x', 'open -u vscode://auto-mode.auto-mode/x'],
  'gate-files': ['echo x > /System/Volumes/Data/Users/u/.auto-mode/token'],
  'gate-secrets': ['tar -cHf ~/.auto-mode/token x'],
};

const NOT_ITS_BUSINESS = [
  ...['security find-identity -v', 'security list-keychains', 'spctl --status', 'spctl --assess x', 'csrutil status'],
  ...[
    'defaults write com.apple.dock autohide -bool true',
    'defaults write com.apple.LaunchServices LSQuarantine -bool YES',
  ],
  ...[
    'defaults read com.microsoft.VSCode',
    'diskutil list',
    'diskutil info disk0',
    'diskutil apfs list',
    'launchctl list',
  ],
  ...[
    'tccutil reset All',
    'pmset -g',
    'nvram -p',
    'plutil -p ~/Library/LaunchAgents/x.plist',
    'profiles list',
    'gls -l /',
  ],
  ...[
    "sed -i '' s/a/b/ src/a.ts",
    'tar -cHf out.tar src',
    'caffeinate -i make',
    'xcrun swift build',
    'open .',
    'say done',
  ],
  ...[
    'node_modules/.bin/electron . --user-data-dir=x',
    'socketfilterfw --getglobalstate',
    'systemsetup -getremotelogin',
  ],
  ...['grm -rf build', 'find -E . -name x -delete', 'find . -exec grep x {} +', 'sysadminctl -screenLock status'],
];

describe('The hard floor on macOS', () => {
  for (const [check, lines] of Object.entries(STOPPED)) {
    for (const line of lines) {
      it(`stops ${line}`, () => {
        assert.equal(checkOf(line), check);
      });
    }
  }
  for (const line of NOT_ITS_BUSINESS) {
    it(`leaves ${line} to later stages`, () => {
      assert.equal(checkOf(line), undefined);
    });
  }

  it('knows a place by its other names', () => {
    for (const path of [
      '/private/etc/zshrc',
      '/SYSTEM/VOLUMES/DATA/Private/etc/zshrc',
      '/system/volumes/data/users/U/.zshrc',
    ]) {
      assert.equal(floorFor({ path, change: 'overwrite' }, { machine: MAC })?.check, 'shell-profile', path);
    }
  });
});
