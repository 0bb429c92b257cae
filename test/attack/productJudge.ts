/** The product's own engine, with its default settings, before the world on a real disk. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  chmodSync,
  readdirSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DEFAULT_PROTECTED_PATHS } from '../../src/config/defaultProtectedPaths';
import { effectiveConfiguration } from '../../src/config/effectiveConfiguration';
import { createNodeFileSystem } from '../../src/disk/nodeFileSystem';
import { linkedFolders } from '../../src/engine/linkedFolders';
import type { FileSystem } from '../../src/files/fileSystem';
import { decide } from '../../src/engine/decide';
import type { EffectiveConfiguration } from '../../src/engine/model/configuration';
import { ruleProblem } from '../../src/rules/permissionRule';
import { terminalGate } from '../../src/terminal/terminalGate';
import type { Attack, Step } from './call';
import type { Judge } from './judge';
import type { Entry, World } from './world';

export class ProductJudge implements Judge {
  readonly #configurations = new Map<string, EffectiveConfiguration>();
  /** Path and content before; undefined: there was none. */
  readonly #written = new Map<string, Buffer | undefined>();
  #world: World | undefined;
  /** As long as nothing changes: it remembers what it saw. */
  #files = this.#disk();

  enter(world: World): void {
    this.#world = world;
    this.#files = this.#disk();
    this.#written.clear();
    for (const name of readdirSync(world.home)) rmSync(join(world.home, name), { recursive: true });
    for (const entry of world.entries('a')) makeEntry(entry);
  }

  async allows(step: Step, { rules }: Attack): Promise<string | undefined> {
    const { home, workspace } = this.#here;
    const gate = terminalGate(this.#configuration(workspace, rules));
    const gateFolder = join(home, '.auto-mode');
    const machine = {
      ...gate.machine,
      homeDirectory: home,
      loginShell: 'bash',
      gatePaths: [gateFolder],
      secretGatePaths: [join(gateFolder, 'token')],
    };
    const request = requestOf(step);
    const { outcome, stage } = await decide(
      request,
      { ...gate, machine, files: this.#files },
      new AbortController().signal,
    );
    return outcome === 'allow' ? stage : undefined;
  }

  wrote({ input, cwd }: Step): void {
    const path = resolve(cwd, input['path'] ?? '');
    if (!this.#written.has(path)) this.#written.set(path, existsSync(path) ? readFileSync(path) : undefined);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, input['content'] ?? '');
    this.#files = this.#disk();
  }

  forget(): void {
    if (this.#written.size > 0) this.#files = this.#disk();
    for (const [path, content] of this.#written) {
      if (content === undefined) rmSync(path, { force: true });
      else writeFileSync(path, content);
    }
    this.#written.clear();
  }

  /** As a window looks at it. */
  #disk(): FileSystem {
    return createNodeFileSystem(process.platform, {
      roots: () => (this.#world === undefined ? [] : [this.#world.home, this.#world.workspace]),
      folders: linkedFolders(DEFAULT_PROTECTED_PATHS),
    });
  }

  get #here(): World {
    if (this.#world === undefined) throw new Error('no world');
    return this.#world;
  }

  #configuration(workspace: string, rules: readonly string[]): EffectiveConfiguration {
    const key = JSON.stringify([workspace, rules]);
    const known = this.#configurations.get(key);
    if (known !== undefined) return known;
    const { configuration } = effectiveConfiguration(
      {
        sources: rules.length === 0 ? [] : [{ source: 'user', values: { 'permissions.allow': rules } }],
        trusted: true,
        workspaceFolders: [workspace],
      },
      ruleProblem,
    );
    this.#configurations.set(key, configuration);
    return configuration;
  }
}

const CLAUDE_CODE: Readonly<Record<Step['tool'], string>> = {
  ...{ bash: 'Bash', read: 'Read', write: 'Write', edit: 'Edit', grep: 'Grep', delete: 'Delete', fetch: 'WebFetch' },
};

function requestOf({ tool, input, cwd, agent }: Step): object {
  if (agent === undefined) return { tool, input, cwd };
  const { path, url, ...rest } = input;
  const place = path === undefined ? {} : { [tool === 'grep' ? 'path' : 'file_path']: path };
  const address = url === undefined ? {} : { url, prompt: 'Sum it up.' };
  return { agent, tool: CLAUDE_CODE[tool], input: { ...rest, ...place, ...address }, cwd };
}

function makeEntry({ kind, path, mode, content }: Entry): void {
  if (kind === 'folder') mkdirSync(path, { recursive: true, mode });
  else if (kind === 'link') symlinkSync(String(content), path);
  else if (kind === 'hardLink') linkSync(String(content), path);
  else {
    writeFileSync(path, content);
    chmodSync(path, mode);
  }
}
