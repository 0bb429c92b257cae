/** A small repository made by the real git, once for all worlds: as data. */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface GitFile {
  /** Below `.git`. */
  readonly path: string;
  readonly content: Buffer | undefined;
}

const DATE = '2026-01-02T03:04:05Z';

/** The files that `tracked` names are committed; undefined content is a folder. */
export function gitTemplate(tracked: Readonly<Record<string, string>>): readonly GitFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'am-template-'));
  const git = (...words: readonly string[]): void => {
    execFileSync('git', ['-C', folder, ...words], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: '1',
        ...{ GIT_AUTHOR_NAME: 'u', GIT_AUTHOR_EMAIL: 'u@example.invalid', GIT_AUTHOR_DATE: DATE },
        ...{ GIT_COMMITTER_NAME: 'u', GIT_COMMITTER_EMAIL: 'u@example.invalid', GIT_COMMITTER_DATE: DATE },
      },
    });
  };
  try {
    git('init', '-q', '-b', 'main', '--template=');
    for (const [path, content] of Object.entries(tracked)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    git('add', '-f', '.');
    git('commit', '-qm', 'first');
    git('branch', 'side');
    git('config', 'user.name', 'u');
    git('config', 'user.email', 'u@example.invalid');
    return filesBelow(join(folder, '.git'), '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function filesBelow(root: string, folder: string): readonly GitFile[] {
  return readdirSync(join(root, folder)).flatMap((name): readonly GitFile[] => {
    const path = join(folder, name);
    if (lstatSync(join(root, path)).isDirectory()) return [{ path, content: undefined }, ...filesBelow(root, path)];
    return [{ path, content: readFileSync(join(root, path)) }];
  });
}
