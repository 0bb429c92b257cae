import * as vscode from 'vscode';
import type { EffectiveConfiguration } from '../engine/model/configuration';
import { SETTINGS_PREFIX, type SettingKey } from './contributions';
import { effectiveConfiguration } from './effectiveConfiguration';
import { overridePaths } from './folderOverrides';
import { environmentSettings } from './environmentSettings';
import type { ManagedPolicy } from './managedPolicy';
import { StableSettings } from './stableSettings';
import { movedSource, OpenedFolders } from './openedFolders';
import { RENAMED_SETTINGS } from './renamedSettings';
import type { SettingValues } from './schema';
import { affectsSettings } from './settingsChange';
import {
  type EffectiveSettings,
  type IgnoredSetting,
  type PathRules,
  type RawSource,
  type RawValues,
  type RuleProblem,
} from './sources';
import type { RemovedRule, RuleStore, StickyRules } from './stickyRules';
import { t } from '@vscode/l10n';
import type { FileOnDisk, WorkspaceRuleFile } from './workspaceRuleFiles';
import { WorkspaceSources, type WorkspacePlace } from './workspaceSources';
import { rememberedUserSources, whyNotWritable, type UserLevels } from './userSettings';

export interface SettingsSurroundings {
  readonly ruleProblem: RuleProblem;
  readonly paths: PathRules;
  realPath(path: string): string | undefined;
  readonly remote: boolean;
  readonly variable: string | undefined;
  confirmed(text: string): boolean;
  managed(): ManagedPolicy | undefined;
  readonly workspaceRules: StickyRules;
  /** Undefined: on another machine. */
  fileOnDisk(path: string): FileOnDisk | undefined;
  /** The user's lists, last seen by any window. */
  readonly localLists: RuleStore;
  /** For a call in a git work tree of the open folders; undefined: in none. */
  inWorktree(
    cwd: string,
    folders: readonly string[],
    settingsOf: (folder: string) => EffectiveConfiguration,
  ): EffectiveConfiguration | undefined;
}

const ELSEWHERE = '';

const NO_WORKSPACE_FILE = 'workspace';

/**
 * VS Code's settings are read only here. With `get()` a workspace's list would replace the user's, and an extension
 * could change a default.
 */
export class SettingsReader implements vscode.Disposable {
  readonly #surroundings: SettingsSurroundings;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: readonly vscode.Disposable[];
  readonly #snapshots = new StableSettings();
  readonly #workspace: WorkspaceSources;
  readonly #opened: OpenedFolders;
  #moved: readonly string[] = [];
  #looking = false;

  readonly onDidChange = this.#changed.event;

  constructor(surroundings: SettingsSurroundings) {
    this.#surroundings = surroundings;
    this.#workspace = new WorkspaceSources(
      surroundings.workspaceRules,
      (path) => surroundings.fileOnDisk(path),
      workspacePlaces,
    );
    this.#opened = new OpenedFolders((path) => surroundings.realPath(path));
    this.#subscriptions = [
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (affectsSettings(change)) this.reload();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.reload();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.reload();
      }),
    ];
    this.#workspace.note();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  get paths(): PathRules {
    return this.#surroundings.paths;
  }

  reload(): void {
    this.#snapshots.expire();
    this.#workspace.forgetFiles();
    this.#workspace.note();
    this.#changed.fire();
  }

  window(): EffectiveSettings {
    this.#lookForChanged();
    const [folder, ...others] = vscode.workspace.workspaceFolders ?? [];
    return this.#snapshot(others.length === 0 ? folder : undefined);
  }

  folders(): readonly { readonly folder: string; readonly settings: EffectiveSettings }[] {
    return (vscode.workspace.workspaceFolders ?? []).map((folder) => ({
      folder: folder.uri.scheme === 'file' ? folder.uri.fsPath : folder.uri.toString(true),
      settings: this.#snapshot(folder),
    }));
  }

  /** By the innermost workspace folder around `cwd`, or the one of its work tree; else every folder's rules. */
  forFolder(cwd: string | undefined): EffectiveConfiguration {
    this.#lookForMoved();
    this.#lookForChanged();
    if (cwd === undefined) return this.window().configuration;
    return this.#around(cwd, (folder) => this.#snapshot(folderAround(folder)).configuration);
  }

  /** Changes nothing; valid until the settings change. */
  supposing(values: RawValues): (cwd: string | undefined) => EffectiveConfiguration {
    const supposed = new Map<string, EffectiveConfiguration>();
    const settingsOf = (cwd: string | undefined): EffectiveConfiguration => {
      const [single, ...others] = vscode.workspace.workspaceFolders ?? [];
      const folder = cwd !== undefined ? folderAround(cwd) : others.length === 0 ? single : undefined;
      const key = folder?.uri.toString() ?? ELSEWHERE;
      const configuration = supposed.get(key) ?? this.#read(folder, values).configuration;
      supposed.set(key, configuration);
      return configuration;
    };
    return (cwd) => (cwd === undefined ? settingsOf(undefined) : this.#around(cwd, settingsOf));
  }

  #around(cwd: string, settingsOf: (folder: string) => EffectiveConfiguration): EffectiveConfiguration {
    const folders = onDisk(vscode.workspace.workspaceFolders ?? []);
    return this.#surroundings.inWorktree(cwd, folders, settingsOf) ?? settingsOf(cwd);
  }

  /** In effect although gone from the workspace's settings. */
  removedRules(): readonly RemovedRule[] {
    return this.#workspace.removed();
  }

  /** Only on the user's word. */
  drop(rules: readonly RemovedRule[]): void {
    this.#workspace.drop(rules);
    this.reload();
  }

  /** Empty if the user cannot confirm. */
  unconfirmed(): readonly IgnoredSetting[] {
    if (this.confirmableText() === undefined) return [];
    return this.window().ignored.filter(({ source, why }) => source === 'environment' && why === 'loosens');
  }

  /** The environment variable, if the user can confirm it: no remote window, no policy against it. */
  confirmableText(): string | undefined {
    const { remote, variable } = this.#surroundings;
    return remote || this.window().forbidsLoosening ? undefined : variable;
  }

  userValue(key: SettingKey): unknown {
    return this.userValues()[key];
  }

  /** @throws Error if the editor cannot read its settings */
  editorSetting(name: string): {
    readonly user: unknown;
    readonly workspace: readonly { readonly folder: string | undefined; readonly value: unknown }[];
  } {
    const whole = inspect(undefined, name, null);
    const open = vscode.workspace.workspaceFolders ?? [];
    const folders = open.map((folder) => ({
      folder: onDisk([folder])[0],
      value: inspect(undefined, name, folder.uri)?.workspaceFolderValue,
    }));
    return {
      user: whole?.globalValue,
      workspace: [{ folder: onDisk(open)[0], value: whole?.workspaceValue }, ...folders],
    };
  }

  /**
   * Unchecked.
   * @throws Error if unknown, which must not pass for a change
   */
  userValues(): RawValues {
    const [user] = this.#userSources();
    if (user?.unreadable !== undefined) throw new Error(`${user.unreadable} cannot be read`);
    return user?.values ?? {};
  }

  /** Only on the user's word; undefined removes it. */
  async setUserValue<K extends SettingKey>(key: K, value: SettingValues[K] | undefined): Promise<void> {
    await this.writeUserValue(key, value);
  }

  /**
   * Undefined removes it. VS Code rejects unknown names.
   * @throws Error if it would not write the user's own value
   */
  async writeUserValue(name: string, value: unknown): Promise<void> {
    const why = whyNotWritable(name, inspect(SETTINGS_PREFIX, name, null), this.#surroundings.remote);
    if (why !== undefined) throw new Error(why);
    await vscode.workspace.getConfiguration(SETTINGS_PREFIX).update(name, value, vscode.ConfigurationTarget.Global);
  }

  /**
   * Undefined: no name had it.
   * @throws Error if it holds another value afterwards
   */
  async restoreUserValue(key: SettingKey, value: unknown): Promise<void> {
    for (const name of Object.keys(RENAMED_SETTINGS).filter((old) => RENAMED_SETTINGS[old] === key)) {
      if (this.userValueOf(name) !== undefined) await this.writeUserValue(name, undefined);
    }
    await this.writeUserValue(key, value);
    if (JSON.stringify(this.userValue(key)) !== JSON.stringify(value)) {
      throw new Error(t('Your settings have it in another form as well. Change it there by hand.'));
    }
  }

  /**
   * Unchecked.
   * @throws Error if unknown
   */
  workspaceValue(key: 'permissions.deny' | 'permissions.ask'): unknown {
    return inspect(SETTINGS_PREFIX, key, null)?.workspaceValue;
  }

  /** Only on the user's word; undefined removes it. */
  async setWorkspaceValue(key: 'permissions.deny' | 'permissions.ask', value: unknown): Promise<void> {
    await vscode.workspace.getConfiguration(SETTINGS_PREFIX).update(key, value, vscode.ConfigurationTarget.Workspace);
  }

  /**
   * For removed settings too.
   * @throws Error if unknown, which must not pass for unset
   */
  userValueOf(name: string): unknown {
    const levels = inspect(SETTINGS_PREFIX, name, null);
    return this.#surroundings.remote ? levels?.globalLocalValue : levels?.globalValue;
  }

  overridePaths(values: RawValues): readonly string[] {
    return overridePaths(values.folders, this.#surroundings.paths);
  }

  /**
   * Without the window and other sources.
   * @param folder absolute; its overrides count
   */
  userAlone(values: RawValues, folder?: string): EffectiveSettings {
    const { paths, ruleProblem } = this.#surroundings;
    const overrides = { of: folder === undefined ? [] : [{ path: folder, real: folder }], mayLoosen: true, paths };
    const sources: RawSource[] = [{ source: 'user', values }];
    return effectiveConfiguration({ sources, trusted: true, workspaceFolders: [], overrides }, ruleProblem);
  }

  #snapshot(folder: vscode.WorkspaceFolder | undefined): EffectiveSettings {
    return this.#snapshots.of(folder?.uri.toString() ?? ELSEWHERE, () => this.#read(folder));
  }

  /** VS Code does not see that a folder moved. */
  #lookForMoved(): void {
    const moved = this.#opened.moved(onDisk(vscode.workspace.workspaceFolders ?? []));
    if (moved.join('\0') === this.#moved.join('\0')) return;
    this.#moved = moved;
    this.reload();
  }

  /** A file's rule counts before VS Code reports it. */
  #lookForChanged(): void {
    // A file in endless change would change with each answer.
    if (this.#looking) return;
    this.#looking = true;
    try {
      if (this.#workspace.filesChanged()) this.reload();
    } finally {
      this.#looking = false;
    }
  }

  #read(folder: vscode.WorkspaceFolder | undefined, supposed: RawValues = {}): EffectiveSettings {
    const surroundings = this.#surroundings;
    const { ruleProblem, paths, remote, variable } = surroundings;
    const folders = vscode.workspace.workspaceFolders ?? [];
    const concerned = folder === undefined ? folders : [folder];
    // Nobody trusted the target of such a link, and edits there are outside.
    const trusted = vscode.workspace.isTrusted && this.#moved.length === 0;
    const policy = surroundings.managed();
    const environment = environmentSettings(
      variable,
      !remote && variable !== undefined && surroundings.confirmed(variable),
      remote,
    );
    return effectiveConfiguration(
      {
        sources: [
          ...(policy === undefined ? [] : [policy.source]),
          ...(environment === undefined ? [] : [environment]),
          ...this.#userSources().map((source) =>
            source.source === 'user' ? { ...source, values: { ...source.values, ...supposed } } : source,
          ),
          ...this.#workspace.sources(
            concerned.map(({ uri }) => uri.toString()),
            folder?.uri.toString(),
          ),
          ...this.#moved.map((folder) => movedSource(folder)),
        ],
        trusted,
        workspaceFolders: onDisk(folders),
        overrides: {
          of: onDisk(concerned).map((path) => this.#opened.at(path)),
          mayLoosen: trusted && folder !== undefined,
          paths,
        },
        forbidLoosening: policy?.forbidLoosening === true,
      },
      ruleProblem,
    );
  }

  #userSources(): readonly RawSource[] {
    const { remote, localLists } = this.#surroundings;
    return rememberedUserSources({ levelsOf: inspected, remote, localLists });
  }
}

type Levels = UserLevels & { readonly workspaceValue?: unknown; readonly workspaceFolderValue?: unknown };

/**
 * VS Code copies all levels at once, and fails if one, perhaps a repository's, is too deep.
 * @throws Error in words for the user
 */
function inspect(section: string | undefined, name: string, scope: vscode.Uri | null): Levels | undefined {
  try {
    return vscode.workspace.getConfiguration(section, scope).inspect(name);
  } catch (cause) {
    const message =
      'The editor cannot read its settings, because those of the workspace are nested too deeply. Mend those first.';
    throw new Error(message, { cause });
  }
}

function inspected(name: string, scope: vscode.Uri | null = null): Levels | undefined | 'unreadable' {
  try {
    return inspect(name === SETTINGS_PREFIX ? undefined : SETTINGS_PREFIX, name, scope);
  } catch {
    return 'unreadable';
  }
}

/** @param folder undefined: the workspace file, which some windows lack */
function ruleFile(folder: vscode.WorkspaceFolder | undefined): WorkspaceRuleFile | undefined {
  if (folder === undefined) {
    const file = vscode.workspace.workspaceFile;
    return file?.scheme === 'file' ? { path: file.fsPath, kind: 'workspace' } : undefined;
  }
  if (folder.uri.scheme !== 'file') return undefined;
  return { path: vscode.Uri.joinPath(folder.uri, '.vscode', 'settings.json').fsPath, kind: 'settings' };
}

function folderAround(cwd: string): vscode.WorkspaceFolder | undefined {
  // Resolves `..`, which could fake another folder.
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.joinPath(vscode.Uri.file(cwd), '.'));
}

function onDisk(folders: readonly vscode.WorkspaceFolder[]): string[] {
  return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

function workspacePlaces(): ReadonlyMap<string, WorkspacePlace> {
  const file = vscode.workspace.workspaceFile?.toString() ?? NO_WORKSPACE_FILE;
  const folders = vscode.workspace.workspaceFolders ?? [];
  return new Map([
    [file, placeOf(undefined)],
    ...folders.map((folder) => [folder.uri.toString(), placeOf(folder)] as const),
  ]);
}

function placeOf(folder: vscode.WorkspaceFolder | undefined): WorkspacePlace {
  const level = folder === undefined ? 'workspaceValue' : 'workspaceFolderValue';
  return {
    isFolder: folder !== undefined,
    file: ruleFile(folder),
    valueOf: (key) => {
      const levels = inspected(key, folder?.uri);
      // It may have held rules, so every call asks.
      return levels === 'unreadable' ? '(too deeply nested to be read)' : levels?.[level];
    },
  };
}
