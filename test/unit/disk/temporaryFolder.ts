import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of its own for each test of a suite, removed afterwards. */
export interface TemporaryFolder {
  /** Real path. */
  readonly path: string;
  /** Writes a file below the folder, with the folders that lead to it; returns its path. */
  write(name: string, content: string | Buffer): string;
  at(name: string): string;
  /** Runs git in a folder below, untouched by the configuration of whoever runs the tests. */
  git(folder: string, ...args: readonly string[]): string;
}

export function useTemporaryFolder(): TemporaryFolder {
  let path = '';
  beforeEach(() => {
    path = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-disk-')));
  });
  afterEach(() => {
    rmSync(path, { recursive: true, force: true });
  });
  const at = (name: string): string => join(path, name);
  return {
    get path() {
      return path;
    },
    at,
    write: (name, content) => {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
      return at(name);
    },
    git: (folder, ...args) =>
      execFileSync('git', ['-C', at(folder), ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: path,
          GIT_CONFIG_NOSYSTEM: '1',
          GIT_AUTHOR_NAME: 'a',
          GIT_AUTHOR_EMAIL: 'a@example.invalid',
          GIT_COMMITTER_NAME: 'a',
          GIT_COMMITTER_EMAIL: 'a@example.invalid',
        },
      }),
  };
}
