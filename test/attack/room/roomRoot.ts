/** The file system of a room: real programs that read and write files, and recorders in place of all others. */
import { execFile } from 'node:child_process';
import { cp, lstat, mkdir, mkdtemp, readlink, realpath, rm, symlink, writeFile, chmod, access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyPrograms } from '../../shell/sandbox/copiedPrograms';
import { SandboxUnavailable } from '../../shell/sandbox/shellSandbox';

const run = promisify(execFile);

/** Without these there is no attack. */
const NEEDED = 'bash sh cat git grep sed awk find xargs diff tar sort'.split(' ');
/** Taken where they are. */
const REAL = (
  'base32 base64 basename cksum cmp column comm cp csplit cut date dd df dir dirname du echo env expand expr factor false ' +
  'fdfind fgrep egrep file fmt fold gzip gunzip zcat zgrep zdiff zcmp head hexdump id install join jq ln locate look ls ' +
  'md5sum mkdir mkfifo mktemp mv nice nl nohup numfmt od paste patch pathchk pr printenv printf ptx pwd readlink realpath ' +
  'rev rg rm rmdir seq setsid sha1sum sha256sum sha512sum shred shuf split stat strings sum sdiff diff3 tac tail tee test ' +
  'timeout touch tr tree true truncate tsort uname unexpand uniq unlink vdir wc which whoami xxd yes ps kill sleep hd ul col ' +
  'flock getopt ionice stdbuf hardlink rename'
).split(' ');

/** These only leave a note. */
export const RECORDED = (
  'npm npx pnpm yarn bun deno node corepack cargo rustc rustup rustfmt go gofmt python python3 pip pip3 pipx uv poetry pytest ' +
  'mypy pylint ruby gem bundle rake perl php composer java javac gradle mvn swift mix elixir docker docker-compose podman ' +
  'kubectl helm terraform tofu vagrant ansible ansible-playbook ansible-inventory curl wget ssh scp sftp rsync nc ncat socat ' +
  'telnet ftp dig nslookup host ping gh glab aws gcloud gsutil az make gmake cmake ninja eslint prettier tsc jest vitest nx ' +
  'vim vi nano ed ex less more man screen tmux script watch sudo su doas crontab at systemctl gpg openssl sqlite3 psql mysql ' +
  'redis-cli mongo mail sendmail zip unzip http https yq pre-commit black ruff flake8 hg svn code dotnet heroku vercel fly op vault pass security ansible-vault sops age'
).split(' ');

export class RoomRoot {
  private constructor(
    readonly folder: string,
    readonly program: string,
    readonly scratch: string,
  ) {}

  /** @throws {SandboxUnavailable} */
  static async make(): Promise<RoomRoot> {
    if (process.platform !== 'linux') throw new SandboxUnavailable('the sandbox needs Linux');
    const parent = await realpath(await mkdtemp(join(tmpdir(), 'am-attack-')));
    const root = join(parent, 'root');
    try {
      for (const folder of ['dev', 'etc', 'proc', 'run', 'tmp', 'usr/bin', 'home']) {
        await mkdir(join(root, folder), { recursive: true });
      }
      // As on this machine, where the libraries look for each other.
      for (const folder of ['bin', 'sbin', 'lib', 'lib32', 'lib64']) {
        const state = await lstat(`/${folder}`).catch(() => undefined);
        if (state?.isSymbolicLink() !== true) continue;
        await symlink(await readlink(`/${folder}`), join(root, folder));
        await mkdir(join(root, await realpath(`/${folder}`)), { recursive: true });
      }
      await copyPrograms(await realPrograms(), root);
      const git = (await run('git', ['--exec-path'])).stdout.trim();
      await mkdir(join(root, git), { recursive: true });
      await run('cp', ['-a', `${git}/.`, join(root, git)]);
      const locale = 'usr/lib/locale/C.utf8';
      await cp(`/${locale}`, join(root, locale), { recursive: true }).catch(() => undefined);
      const room = join(root, 'room');
      const recorder = join(root, 'recorder');
      await run('cc', ['-O1', '-o', room, join(import.meta.dirname, 'room.c')]);
      await run('cc', ['-O1', '-o', recorder, join(import.meta.dirname, 'recorder.c')]);
      for (const name of RECORDED) await symlink('/recorder', join(root, 'usr/bin', name)).catch(() => undefined);
      // As Debian calls it.
      await symlink('fdfind', join(root, 'usr/bin/fd')).catch(() => undefined);
      for (const device of ['null', 'zero', 'urandom']) await writeFile(join(root, 'dev', device), '');
      await symlink('/proc/self/fd', join(root, 'dev/fd'));
      for (const [index, name] of ['stdin', 'stdout', 'stderr'].entries()) {
        await symlink(`/proc/self/fd/${index}`, join(root, 'dev', name));
      }
      const home = join(parent, 'u');
      await mkdir(home);
      await mkdir(join(root, home), { recursive: true });
      await writeFile(join(root, 'etc/passwd'), `root:x:0:0::/root:/bin/bash\nu:x:65534:65534::${home}:/bin/bash\n`);
      await writeFile(join(root, 'etc/group'), 'u:x:65534:\n');
      await run('chmod', ['-R', 'a-w,a+rX', root]);
      // Through here the unprivileged user comes to its root.
      await chmod(parent, 0o755);
      return new RoomRoot(root, room, parent);
    } catch (error) {
      await rm(parent, { recursive: true, force: true });
      throw new SandboxUnavailable(error instanceof Error ? error.message : String(error));
    }
  }

  /** Where the scratch home is, in the rooms and for the gate. */
  get home(): string {
    return join(this.scratch, 'u');
  }

  async remove(): Promise<void> {
    await run('chmod', ['-R', 'u+w', this.folder]);
    await rm(this.scratch, { recursive: true, force: true });
  }
}

/** @throws {Error} if one is missing that is needed */
async function realPrograms(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of [...NEEDED, ...REAL]) {
    const path = await programPath(name);
    if (path !== undefined) found.push(path);
    else if (NEEDED.includes(name)) throw new Error(`${name} is not in /usr/bin or /bin`);
  }
  return found;
}

async function programPath(name: string): Promise<string | undefined> {
  for (const folder of ['/usr/bin', '/bin']) {
    const path = join(folder, name);
    if (await isThere(path)) return path;
  }
  return undefined;
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
