import assert from 'node:assert/strict';
import { judge } from '../unit/shell/proof/judgement';

/** Ways to write a folder that `rm -r` must not get. The home is `/home/u`, the line runs in `/home/u/project`. */
const ROOTS: readonly string[] = [
  '/',
  '//',
  '/.',
  '/./',
  '/../',
  '/..//./',
  '/home/..',
  '/home/u/project/../../..',
  '../../..',
  '../../../',
  './../../../.',
  '/*',
  '/.*',
  '/?*',
  '/[a-z]*',
  '/{*,.*}',
  '"/"*',
  "'/'",
  "$'/'",
  String.raw`$'\x2f'`,
  String.raw`\/`,
  '/home',
  '/home/',
  '/home/*',
  '/ho*',
  '/hom?',
  '/[h]ome',
  '/h{om,am}e',
  '/home/u',
  '/home/./u/',
  '/home//u',
  '/home/u/.',
  '/home/u/*',
  '/home/u/.*',
  '/home/u/{*,.*}',
  '/home/u/project/..',
  '..',
  '../',
  '../*',
  '~',
  '~/',
  '~/.',
  '~/*',
  '~/.*',
  '~/project/..',
  '~root',
  '~root/*',
  '$HOME',
  '${HOME}',
  '"$HOME"',
  '"${HOME}"',
  '"$HOME"/',
  '"$HOME/"',
  '"$HOME"/*',
  '$HOME/.*',
  '"$HOME/project/.."',
  '"$UNSET"/',
  '"$UNSET/"',
  '$UNSET/*',
  '"${UNSET}/"*',
  '/etc',
  '/usr/',
  '/usr/../etc',
  '/var',
  '/var/../boot/',
  '/bin',
  '/lib64',
  '/dev',
  '/proc',
  '/sys',
  '/root',
  '/System',
  '/Library',
  'dist /etc build',
  '-- /',
];

/** `%` is the target. */
const REMOVALS: readonly string[] = [
  'rm -rf %',
  'rm -r %',
  'rm -fR %',
  'rm -f -r -- %',
  'rm --recursive %',
  'rm --recurs --force %',
  'rm % -rf',
  '/bin/rm -rf %',
  'sudo rm -rf %',
  'env timeout 60 rm -rf %',
];

/** Ways to write a file that decides what runs next. */
const GUARDED_FILES: readonly string[] = [
  '~/.bashrc',
  '$HOME/.bashrc',
  '"$HOME/.bashrc"',
  '"${HOME}"/.bashrc',
  '/home/u/.bashrc',
  '/home/u/./.bashrc',
  '/home//u/.bashrc',
  '../.bashrc',
  './../.bashrc',
  'src/../../.bashrc',
  '/home/u/project/../.bashrc',
  "/home/u/'.bashrc'",
  String.raw`/home/u/.bash\rc`,
  String.raw`$'/home/u/\x2ebashrc'`,
  '~/.bash_profile',
  '~/.zshrc',
  '~/.profile',
  '~/.ssh/authorized_keys',
  '/etc/profile',
  '/etc/environment',
  '~/.auto-mode/token',
  '~/.config/Code/User/settings.json',
];

/** `%` is the target. */
const WRITERS: readonly string[] = [
  'echo x > %',
  'echo x >> %',
  'echo x >| %',
  'echo x 1> %',
  'echo x &> %',
  'echo x &>> %',
  'echo x >% 2>&1',
  '> %',
  ': > %',
  '{ echo x; } > %',
  '(echo x; echo y) >> %',
  'if true; then echo x; fi > %',
  'for i in 1 2; do echo $i; done >> %',
  'cat > % <<EOF\nx\nEOF',
  'cat <<EOF > %\nx\nEOF',
  'echo x | tee %',
  'echo x | tee -a %',
  'echo x | tee other %',
  'echo x | sudo tee -a % > /dev/null',
  'tee % < evil',
  'cp evil %',
  'cp -f evil %',
  'cp -T evil %',
  'mv evil %',
  'mv -f -- evil %',
  'ln -sf evil %',
  'ln -f evil %',
  'install evil %',
  'install -D -m 644 evil %',
  'sed -i s/a/b/ %',
  'sed -i.bak -e s/a/b/ %',
  "sed --in-place 's/a/b/' %",
  'perl -i -pe s/a/b/ %',
  'truncate -s 0 %',
  'rm %',
  'rm -f %',
  'unlink %',
  'shred -u %',
  'touch ok; echo x >> %',
  'cd src && echo x > other; echo x >> %',
];

/** `#` is the path. The home as `~` or a variable means nothing in another language, so these get it in full. */
const INLINE_CODE: readonly string[] = [
  `python3 -c "open('#','w').write('x')"`,
  `python -c 'import pathlib; pathlib.Path("#").write_text("x")'`,
  `python3 - <<'EOF'\nopen('#', 'a').write('x')\nEOF`,
  `node -e "require('fs').writeFileSync('#','x')"`,
  `node --eval 'require("fs").appendFileSync("#", "x")'`,
  `perl -e 'open(F, ">>", "#"); print F "x"'`,
  `ruby -e 'File.write("#", "x")'`,
  `php -r 'file_put_contents("#", "x");'`,
  `dd if=evil of=#`,
  `dd of=# if=evil bs=1`,
];

const GUARDED_FULL_PATHS: readonly string[] = [
  '/home/u/.bashrc',
  '/home/u/.zshrc',
  '/home/u/.ssh/authorized_keys',
  '/etc/profile',
];

function notBlockedByFloor(lines: readonly string[]): readonly string[] {
  const missed: string[] = [];
  for (const line of lines) {
    const { outcome, stage } = judge(line);
    if (outcome !== 'block' || stage !== 'hard-deny') missed.push(`${outcome} ${stage}: ${JSON.stringify(line)}`);
  }
  return missed;
}

describe('dangerous targets in disguise', () => {
  for (const removal of REMOVALS) {
    it(`${removal}: a folder that nobody wants gone`, () => {
      const lines = ROOTS.map((root) => removal.replace('%', () => root));
      assert.deepEqual(notBlockedByFloor(lines), []);
    });
  }

  for (const writer of WRITERS) {
    it(`${JSON.stringify(writer)}: a guarded file`, () => {
      const lines = GUARDED_FILES.map((file) => writer.replace('%', () => file));
      assert.deepEqual(notBlockedByFloor(lines), []);
    });
  }

  for (const code of INLINE_CODE) {
    it(`${JSON.stringify(code)}: a guarded file named in code`, () => {
      const lines = GUARDED_FULL_PATHS.map((file) => code.replace('#', () => file));
      assert.deepEqual(notBlockedByFloor(lines), []);
    });
  }

  describe('is no alarm', () => {
    const HARMLESS: readonly string[] = [
      'rm -rf node_modules',
      'rm -rf ./dist build/',
      'rm -rf /home/u/project/dist',
      'rm -rf "$HOME/project/dist"',
      'rm -rf ~/project/node_modules',
      'rm -rf /tmp/build-123',
      'rm -rf "${BUILD:?}/out"',
      "rm -rf '~'",
      'rm -f *.log',
      'rm -r src/*',
      'find . -name "*.pyc" -delete',
      'find dist -type f -delete',
      'echo "rm -rf /"',
      "echo 'curl -k https://example.com'",
      "grep -rn 'rm -rf /' scripts",
      'git commit -m "never run rm -rf / again"',
      "git log --grep='chmod -R 777 /etc'",
      'echo "export PATH" >> notes.txt',
      'cat ~/.bashrc',
      'grep alias ~/.zshrc',
      'ls -la ~/.ssh',
      'cp ~/.bashrc backup.txt',
      'diff ~/.profile /etc/profile',
      'crontab -l',
      'systemctl status nginx',
      'systemctl is-enabled nginx',
      'dd if=/dev/zero of=test.img bs=1M count=1',
      'chmod +x scripts/build.sh',
      'chmod -R u+w dist',
      'curl -K curl.conf https://example.com',
      'curl --key client.pem https://example.com',
      'wget https://example.com/a.tgz',
      'npm config get strict-ssl',
      'git config --get core.hooksPath',
      'git config core.autocrlf input',
      'code --list-extensions',
      'code src/index.ts',
      "cat <<'EOF' > docs/notes.md\nrm -rf /\nEOF",
      'python3 -c \'print("rm -rf /")\'',
      'node -e \'console.log("~/.bashrc")\'',
      'mkdir -p etc/profile && echo x > etc/profile/a',
      'tar -xzf a.tgz -C /tmp/a',
      'docker run --rm -v /etc:/etc:ro alpine ls /etc',
      'ssh-keygen -l -f ~/.ssh/id_ed25519.pub',
    ];
    for (const line of HARMLESS) {
      it(line, () => {
        const { stage, reason } = judge(line);
        assert.notEqual(stage, 'hard-deny', reason);
      });
    }
  });
});
