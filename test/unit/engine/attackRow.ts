import { isAbsolute, join, normalize } from 'node:path/posix';
import { effectiveConfiguration } from '../../../src/config/effectiveConfiguration';
import { decide } from '../../../src/engine/decide';
import type { Decision } from '../../../src/engine/model/decision';
import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import type { FileFacts, FileSystem } from '../../../src/files/fileSystem';
import { ruleProblem } from '../../../src/rules/permissionRule';
import { fakeGate, HOME, verdict, WORKSPACE, type Tree } from './fakeGate';
import { PROCESS_FOLDERS } from './processFolders';

export interface AttackCall {
  readonly command?: string;
  readonly read?: string;
  readonly search?: string;
  readonly write?: string;
  readonly edit?: string;
  readonly fetch?: string;
  readonly tool?: string;
  readonly input?: object;
  readonly content?: string;
  readonly agent?: string;
}

/** How the call is met, and what of the world matters to it. */
export interface AttackWorld {
  readonly before?: readonly AttackCall[];
  readonly files?: Readonly<Record<string, string>>;
  readonly without?: readonly string[];
  readonly links?: Readonly<Record<string, string>>;
  readonly hardLinks?: Readonly<Record<string, string>>;
  readonly hidden?: readonly string[];
  readonly workspace?: string;
  readonly trusted?: boolean;
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
  /** Missing: it is judged, or blocked by any stage. */
  readonly expect?: 'floor' | 'deny' | 'ask' | 'runs';
}

export interface AttackRow extends AttackCall, AttackWorld {
  readonly repeat?: readonly [part: string, times: number, end?: string];
}

/** A line of `test/corpus/attack-classes.jsonl`; the README there describes the fields. */
export interface AttackLine extends AttackWorld {
  readonly class: string;
  readonly found?: boolean;
  readonly calls: readonly (string | AttackRow)[];
}

export function rowsOf({ calls, ...world }: AttackLine): readonly AttackRow[] {
  return calls.map((call) => ({ ...world, ...(typeof call === 'string' ? { command: call } : call) }));
}

const PROJECT = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': '[core]\n\trepositoryformatversion = 0\n',
  '.git/objects/x': '',
  '.git/refs/x': '',
  '.env': 'x',
  'package.json': '{}',
  'src/a.ts': 'old',
  'docs/a.md': 'old',
};

const ELSEWHERE: Tree = {
  [`${HOME}/.auto-mode/token`]: 'x',
  [`${HOME}/.bashrc`]: 'old',
  [`${HOME}/.ssh/config`]: 'old',
  [`${HOME}/.ssh/id_rsa`]: 'x',
  [`${HOME}/.claude/settings.json`]: '{}',
  [`${HOME}/secrets/plan.txt`]: 'x',
  '/etc/hosts': 'old',
  '/etc/passwd': 'x',
  ...PROCESS_FOLDERS,
  '/dev/fd': { link: '/proc/self/fd' },
};

/** What code makes of the row's call with the default settings and its rules, where the judge allows nothing and nobody can be asked. */
export async function decideRow(row: AttackRow): Promise<Decision> {
  const world = new RowWorld(row);
  for (const call of row.before ?? []) {
    const decision = await world.decide(call);
    // The attack ends here.
    if (decision.outcome !== 'allow') return decision;
    world.wrote(call);
  }
  return world.decide(row);
}

class RowWorld {
  readonly #row: AttackRow;
  readonly #workspace: string;
  readonly #tree: Tree = { ...ELSEWHERE };
  readonly #configuration: EffectiveConfiguration;

  constructor(row: AttackRow) {
    this.#row = row;
    this.#workspace = this.#at(row.workspace ?? WORKSPACE);
    if (row.workspace === undefined) this.#add(PROJECT);
    this.#add(row.files ?? {});
    for (const path of row.without ?? []) Reflect.deleteProperty(this.#tree, this.#at(path));
    for (const [path, target] of Object.entries(row.links ?? {}))
      this.#tree[this.#at(path)] = { link: this.#at(target) };
    for (const [path, other] of Object.entries(row.hardLinks ?? {})) {
      this.#tree[this.#at(path)] = this.#tree[this.#at(other)];
    }
    const { deny = [], ask = [], allow = [], trusted = true } = row;
    const values = { 'permissions.deny': deny, 'permissions.ask': ask, 'permissions.allow': allow };
    this.#configuration = effectiveConfiguration(
      { sources: [{ source: 'user', values }], trusted, workspaceFolders: [this.#workspace] },
      ruleProblem,
    ).configuration;
  }

  decide(call: AttackCall): Promise<Decision> {
    const gate = fakeGate({
      tree: { ...this.#tree, [this.#workspace]: undefined },
      configuration: this.#configuration,
      classifier: () => verdict('block'),
    });
    return decide(this.#request(call), { ...gate, files: this.#withModes(gate.files) }, new AbortController().signal);
  }

  wrote({ write = '', content = '' }: AttackCall): void {
    this.#tree[this.#at(write)] = content;
  }

  #at(path: string): string {
    if (path.startsWith('~')) return join(HOME, path.slice(1));
    return isAbsolute(path) ? path : join(this.#workspace, path);
  }

  #add(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) this.#tree[this.#at(path)] = text;
  }

  #request(call: AttackCall): object {
    const { agent, content = 'x', command, read, search, write, edit, fetch } = call;
    const made = (tool: string, input: object | undefined): object => ({
      tool,
      input,
      cwd: this.#workspace,
      ...(agent !== undefined && { agent }),
    });
    const path = (name: string): { readonly path: string } => ({ path: name.startsWith('~') ? this.#at(name) : name });
    if (command !== undefined) return made('bash', { command: this.#repeated(command) });
    if (read !== undefined) return made('read', path(read));
    if (search !== undefined) return made('grep', { pattern: 'x', ...path(search) });
    if (edit !== undefined) return made('edit', { ...path(edit), old_string: 'old', new_string: 'new' });
    if (fetch !== undefined) return made('fetch', { url: fetch });
    if (write === undefined) return made(call.tool ?? '', call.input);
    if (agent !== undefined) return made('Write', { file_path: path(write).path, content });
    return made('write', { ...path(write), content });
  }

  #repeated(command: string): string {
    const [part = '', times = 0, end = ''] = this.#row.repeat ?? [];
    return command.replace('{P}', () => part.repeat(times)).replace('{Q}', () => end.repeat(times));
  }

  /** What the disk in memory leaves out: modes, second names, `..` in paths. */
  #withModes(files: FileSystem): FileSystem {
    const hidden = new Set((this.#row.hidden ?? []).map((path) => this.#at(path)));
    const links = Object.entries(this.#row.hardLinks ?? {})
      .flat()
      .map((path) => this.#at(path));
    const inspect = (written: string): FileFacts | 'absent' | 'unreadable' => {
      const path = normalize(written);
      const facts = files.inspect(path);
      if (typeof facts === 'string') return facts;
      const twice = links.includes(path) ? { links: 2, identity: '1:1' } : { identity: path };
      return { ...facts, ...twice, othersRead: !hidden.has(path) };
    };
    return { ...files, inspect, readText: (path, maxBytes) => files.readText(normalize(path), maxBytes) };
  }
}
