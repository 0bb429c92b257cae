/** A home with a repository, a recorder program, and what the forms of local git do there in real bash. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../../src/calls/command/commandLine';
import { createNodeFileSystem } from '../../src/disk/nodeFileSystem';
import { localGit } from '../../src/engine/localGit/localGit';
import type { MachineFacts } from '../../src/files/machineFacts';
import type { TemporaryFolder } from '../unit/disk/temporaryFolder';

/** `N` is a number of its own for each run. */
export const FORMS: readonly string[] = [
  'git add a.txt',
  'git add .',
  'git add -A',
  'git add -u',
  'git add src && git status --short && git diff --cached --stat',
  'git add -A && git commit -m one',
  "git add . && git commit -q -m 'two' -m body && git log --oneline -1",
  'git commit -am three',
  'git commit --allow-empty -s -m four',
  "git commit --allow-empty -F - <<'EOF'\nfive\n\nFixes: 1\nEOF",
  'git commit --allow-empty -m "$(cat <<\'EOF\'\nsix\n\nCo-Authored-By: x <x@example.invalid>\nEOF\n)"',
  'git branch bN',
  'git branch cN HEAD~1',
  'git branch dN side',
  'git switch -c eN',
  'git checkout -b fN',
  'git tag tN',
  'git tag -a uN -m tagged',
  'git tag vN -m tagged',
  'git add a.txt && git restore --staged a.txt',
  'git add a.txt && git reset -q HEAD a.txt',
  'git add a.txt && git reset -q HEAD -- a.txt',
  'git add a.txt && git reset a.txt',
  'git reset',
  'git rm --cached -q b.txt && git add b.txt',
  'cd src && git add . && git -C .. commit -m seven | tail -1',
];

export class LocalGitRoom {
  #count = 0;
  #made: string | undefined;

  constructor(private readonly folder: TemporaryFolder) {}

  get machine(): MachineFacts {
    return {
      platform: process.platform,
      homeDirectory: this.folder.path,
      loginShell: 'bash',
      gatePaths: [],
      secretGatePaths: [],
    };
  }

  /** A program that leaves a mark when it runs, and passes on what it gets. */
  recorder(): string {
    const path = this.folder.write('mark.sh', `#!/bin/sh\n: > '${this.folder.at('mark')}'\nexec cat\n`);
    chmodSync(path, 0o755);
    return path;
  }

  get hasRun(): boolean {
    return existsSync(this.folder.at('mark'));
  }

  /** Made by git once, then copied. */
  makeRepository(): void {
    const { folder } = this;
    if (this.#made !== undefined) {
      cpSync(this.#made, folder.path, { recursive: true, preserveTimestamps: true });
      return;
    }
    folder.write('repo/.gitattributes', '*.txt diff=d filter=f merge=m\n');
    folder.write('repo/.gitignore', 'ignored/\nprivate.env\n');
    folder.write('repo/a.txt', 'one\n');
    folder.write('repo/b.txt', 'one\n');
    folder.write('repo/src/c.txt', 'one\n');
    folder.write('repo/ignored/id_rsa', 'key\n');
    folder.write('outside.txt', 'outside\n');
    folder.git('repo', 'init', '-q', '-b', 'main', '--template=');
    folder.git('repo', 'config', 'user.name', 'u');
    folder.git('repo', 'config', 'user.email', 'u@example.invalid');
    folder.git('repo', 'add', '.');
    folder.git('repo', 'commit', '-qm', 'first');
    folder.git('repo', 'branch', 'side');
    folder.write('repo/a.txt', 'two\n');
    folder.git('repo', 'commit', '-qam', 'second');
    this.#made = mkdtempSync(join(tmpdir(), 'auto-mode-made-'));
    cpSync(folder.path, this.#made, { recursive: true, preserveTimestamps: true });
  }

  removeMade(): void {
    if (this.#made !== undefined) rmSync(this.#made, { recursive: true, force: true });
  }

  line(form: string): string {
    this.#count += 1;
    return form.replace(/(?<=\b[a-z])N\b/g, String(this.#count));
  }

  /** Changed files, so that git looks at them again. */
  change(): void {
    this.#count += 1;
    for (const name of ['a.txt', 'src/c.txt']) this.folder.write(`repo/${name}`, `change ${this.#count}\n`);
  }

  objection(line: string, where = 'repo'): string | undefined {
    const use = { language: 'bash', folder: undefined, living: undefined, oddField: undefined } as const;
    const files = createNodeFileSystem();
    const read = commandLine(line, use, this.folder.at(where), this.machine, files);
    const place = {
      machine: this.machine,
      files,
      trusted: true,
      workspaceFolders: [this.folder.at('repo')],
      projectFolders: [this.folder.at('repo')],
      environment: undefined,
      isOwnOutput: () => false,
    };
    return localGit(read, place, true).objection?.why;
  }

  run(line: string, where = 'repo'): void {
    rmSync(this.folder.at('mark'), { force: true });
    try {
      execFileSync('bash', ['-c', line], {
        cwd: this.folder.at(where),
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 20_000,
        env: { PATH: process.env['PATH'] ?? '', HOME: this.folder.path, GIT_CONFIG_NOSYSTEM: '1', GIT_EDITOR: 'false' },
      });
    } catch {
      // What git makes of a program's answer does not matter.
    }
  }

  /** Of everything but git's own folders. */
  contents(): string {
    return contentsOf(this.folder.path, (name) => name !== '.git' && name !== 'mark' && name !== 'linked-git');
  }

  stored(): string {
    return this.folder.git('repo', 'ls-files');
  }
}

function contentsOf(root: string, counts: (name: string) => boolean): string {
  const hash = createHash('sha256');
  const visit = (folder: string): void => {
    for (const name of readdirSync(folder).sort()) {
      if (!counts(name)) continue;
      const path = join(folder, name);
      const facts = lstatSync(path);
      hash.update(`${path}\0${facts.mode}\0`);
      if (facts.isDirectory()) visit(path);
      else if (facts.isSymbolicLink()) hash.update(readlinkSync(path));
      else if (facts.isFile()) hash.update(readFileSync(path));
    }
  };
  visit(root);
  return hash.digest('hex');
}
