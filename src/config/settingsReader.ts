import * as vscode from 'vscode';
import type { EffectiveConfiguration } from '../engine/model/configuration';
import { SETTINGS_PREFIX, type SettingKey } from './contributions';
import { effectiveConfiguration } from './effectiveConfiguration';
import { overridePaths } from './folderOverrides';
import { environmentSettings } from './environmentSettings';
import type { ManagedPolicy } from './managedPolicy';
import { OpenedFolders } from './openedFolders';
import { RENAMED_SETTINGS } from './renamedSettings';
import type { SettingValues } from './schema';
import { affectsSettings } from './settingsChange';
import { readSettings } from './settingsObject';
import { shownEntry } from './shownEntry';
import {
  HOLDING_BACK,
  type EffectiveSettings,
  type IgnoredSetting,
  type PathRules,
  type RawSource,
  type RawValues,
  type RuleProblem,
} from './sources';
import type { RemovedRule, RuleStore, StickyRules } from './stickyRules';
import { t } from '@vscode/l10n';
import {
  missingRules,
  unreadableFile,
  WorkspaceRuleFiles,
  withEntries,
  type FileOnDisk,
  type RulesInFile,
  type WorkspaceRuleFile,
} from './workspaceRuleFiles';
import { userSources, whyNotWritable, type LocalLists, type UserLevels } from './userSettings';

/** What settings depend on beside VS Code's own. */
export interface SettingsSurroundings {
  /** The engine's word on the grammar of permission rules, see `effectiveConfiguration`. */
  readonly ruleProblem: RuleProblem;
  readonly paths: PathRules;
  /** A folder's path with its links resolved; undefined if that cannot be told. */
  realPath(path: string): string | undefined;
  /** Whether the window works on another host or in a container. */
  readonly remote: boolean;
  /** The text of `AUTOMODE_SETTINGS_JSON`. */
  readonly variable: string | undefined;
  /** Whether the user confirmed exactly this text of the variable. */
  confirmed(text: string): boolean;
  managed(): ManagedPolicy | undefined;
  readonly workspaceRules: StickyRules;
  /** A settings file of the workspace; undefined for what lies on another machine. */
  fileOnDisk(path: string): FileOnDisk | undefined;
  /** The user's own lists as some window saw them last. */
  readonly localLists: RuleStore;
}

/** A call from none of the open folders, and a window with several. */
const ELSEWHERE = '';

/** Where the settings of a window without a workspace file come from, for `StickyRules`. */
const NO_WORKSPACE_FILE = 'workspace';

/**
 * The only reader of VS Code's settings. It asks with `inspect()`, never with `get()`: that would let a workspace's list replace the
 * user's, and another extension change a default. VS Code keeps a workspace's values of application-scoped settings back as well, but
 * nothing here relies on it.
 */
export class SettingsReader implements vscode.Disposable {
  readonly #surroundings: SettingsSurroundings;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: readonly vscode.Disposable[];
  /** What is in force, by workspace folder. */
  readonly #snapshots = new Map<string, EffectiveSettings>();
  /** Those before the last change: where nothing in force changed, the same object stays in use, by which decisions recognise it. */
  readonly #earlier = new Map<string, { readonly settings: EffectiveSettings; readonly json: string }>();

  readonly #files: WorkspaceRuleFiles;
  readonly #opened: OpenedFolders;
  /** Open folders that lie elsewhere than at first, when that was last looked at. */
  #moved: readonly string[] = [];
  /** Whether files are being looked at for changes. */
  #looking = false;

  /** Fires after something changed that a snapshot rests on: settings, folders, trust. */
  readonly onDidChange = this.#changed.event;

  constructor(surroundings: SettingsSurroundings) {
    this.#surroundings = surroundings;
    this.#files = new WorkspaceRuleFiles((path) => surroundings.fileOnDisk(path));
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
    this.#noteWorkspaceRules();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  /** The rules of this machine for paths. */
  get paths(): PathRules {
    return this.#surroundings.paths;
  }

  /** Forgets the snapshots, so that the next question reads the settings anew. */
  reload(): void {
    this.#snapshots.clear();
    this.#files.forget();
    this.#noteWorkspaceRules();
    this.#changed.fire();
  }

  /** What is in force in the window as a whole, for display and for calls that name no folder. */
  window(): EffectiveSettings {
    this.#lookForChanged();
    const [folder, ...others] = vscode.workspace.workspaceFolders ?? [];
    return this.#snapshot(others.length === 0 ? folder : undefined);
  }

  /** What is in force in each open folder, by its path. */
  folders(): readonly { readonly folder: string; readonly settings: EffectiveSettings }[] {
    return (vscode.workspace.workspaceFolders ?? []).map((folder) => ({
      folder: folder.uri.scheme === 'file' ? folder.uri.fsPath : folder.uri.toString(true),
      settings: this.#snapshot(folder),
    }));
  }

  /**
   * What is in force for a call: the user's settings, the workspace's rules and those of the innermost workspace folder that holds
   * `cwd`. A call from anywhere else stands under the rules of every folder.
   * @param cwd absolute path
   */
  forFolder(cwd: string | undefined): EffectiveConfiguration {
    this.#lookForMoved();
    this.#lookForChanged();
    if (cwd === undefined) return this.window().configuration;
    // Joining resolves `..`, by which a path could pretend to lie in another folder.
    const uri = vscode.Uri.joinPath(vscode.Uri.file(cwd), '.');
    return this.#snapshot(vscode.workspace.getWorkspaceFolder(uri)).configuration;
  }

  /**
   * What would be in force for calls if the user's own settings held these values, whatever else is set; see `forFolder`. Nothing is
   * changed. It counts until the settings change.
   */
  supposing(values: RawValues): (cwd: string | undefined) => EffectiveConfiguration {
    const supposed = new Map<string, EffectiveConfiguration>();
    return (cwd) => {
      const [single, ...others] = vscode.workspace.workspaceFolders ?? [];
      const folder =
        cwd === undefined
          ? others.length === 0
            ? single
            : undefined
          : vscode.workspace.getWorkspaceFolder(vscode.Uri.joinPath(vscode.Uri.file(cwd), '.'));
      const key = folder?.uri.toString() ?? ELSEWHERE;
      const configuration = supposed.get(key) ?? this.#read(folder, values).configuration;
      supposed.set(key, configuration);
      return configuration;
    };
  }

  /** Rules that hold although the workspace's settings do not have them any more. */
  removedRules(): readonly RemovedRule[] {
    return this.#surroundings.workspaceRules.removed([...this.#workspacePlaces().keys()]);
  }

  /** Lets rules go that the workspace's settings do not have any more, on the user's word. */
  drop(rules: readonly RemovedRule[]): void {
    this.#surroundings.workspaceRules.drop(rules);
    this.reload();
  }

  /** Values of the environment variable that count only once the user has confirmed them; none where it cannot be confirmed. */
  unconfirmed(): readonly IgnoredSetting[] {
    if (this.confirmableText() === undefined) return [];
    return this.window().ignored.filter(({ source, why }) => source === 'environment' && why === 'loosens');
  }

  /** The text of the environment variable, where the user can confirm it: not in a remote window, nor against the managed policy. */
  confirmableText(): string | undefined {
    const { remote, variable } = this.#surroundings;
    return remote || this.window().forbidsLoosening ? undefined : variable;
  }

  /** What a setting holds in the user's own settings, unchecked; undefined: not set. */
  userValue(key: SettingKey): unknown {
    return this.userValues()[key];
  }

  /**
   * What a setting of the editor itself holds in the user's settings, and in those of the workspace and of each open folder, with the
   * path of the folder that it is for, if that is on this machine's disk.
   * @throws Error where the editor cannot read its settings.
   */
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
   * Everything that the user's own settings hold, unchecked.
   * @throws Error where that cannot be told; nobody is to take it for a change.
   */
  userValues(): RawValues {
    const [user] = this.#userSources().sources;
    if (user?.unreadable !== undefined) throw new Error(`${user.unreadable} cannot be read`);
    return user?.values ?? {};
  }

  /** Writes one of the user's own settings, on the user's word; undefined removes it. */
  async setUserValue<K extends SettingKey>(key: K, value: SettingValues[K] | undefined): Promise<void> {
    await this.writeUserValue(key, value);
  }

  /**
   * Writes any name below `autoMode` in the user's own settings; undefined removes it. VS Code takes no value for a name that it does not know.
   * @throws Error where it would not be the user's own value that is written, or the editor cannot tell.
   */
  async writeUserValue(name: string, value: unknown): Promise<void> {
    const why = whyNotWritable(name, inspect(SETTINGS_PREFIX, name, null), this.#surroundings.remote);
    if (why !== undefined) throw new Error(why);
    await vscode.workspace.getConfiguration(SETTINGS_PREFIX).update(name, value, vscode.ConfigurationTarget.Global);
  }

  /**
   * Puts back what one of the user's own settings held, whatever that was; undefined: it was not set, under no name.
   * @throws Error where it holds something else afterwards.
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
   * What the workspace's settings hold, unchecked; undefined: not set.
   * @throws Error where that cannot be told.
   */
  workspaceValue(key: 'permissions.deny' | 'permissions.ask'): unknown {
    return inspect(SETTINGS_PREFIX, key, null)?.workspaceValue;
  }

  /** Writes one of the workspace's two lists, on the user's word; undefined removes it. */
  async setWorkspaceValue(key: 'permissions.deny' | 'permissions.ask', value: unknown): Promise<void> {
    await vscode.workspace.getConfiguration(SETTINGS_PREFIX).update(key, value, vscode.ConfigurationTarget.Workspace);
  }

  /**
   * What any name below `autoMode` holds in the user's own settings, also one that is no setting any more.
   * @throws Error where that cannot be told; nobody is to take it for a value that is not set.
   */
  userValueOf(name: string): unknown {
    const levels = inspect(SETTINGS_PREFIX, name, null);
    return this.#surroundings.remote ? levels?.globalLocalValue : levels?.globalValue;
  }

  /** Absolute paths of the folders that the values hold overrides for. */
  overridePaths(values: RawValues): readonly string[] {
    return overridePaths(values.folders, this.#surroundings.paths);
  }

  /**
   * What would be in force by the user's own settings alone, wherever the window is and whatever else is set.
   * @param folder absolute path of a folder whose overrides among them count as well.
   */
  userAlone(values: RawValues, folder?: string): EffectiveSettings {
    const { paths, ruleProblem } = this.#surroundings;
    const overrides = { of: folder === undefined ? [] : [{ path: folder, real: folder }], mayLoosen: true, paths };
    const sources: RawSource[] = [{ source: 'user', values }];
    return effectiveConfiguration({ sources, trusted: true, workspaceFolders: [], overrides }, ruleProblem);
  }

  #snapshot(folder: vscode.WorkspaceFolder | undefined): EffectiveSettings {
    const key = folder?.uri.toString() ?? ELSEWHERE;
    let snapshot = this.#snapshots.get(key);
    if (snapshot === undefined) {
      const read = this.#read(folder);
      const json = JSON.stringify(read);
      const earlier = this.#earlier.get(key);
      snapshot = earlier?.json === json ? earlier.settings : read;
      this.#earlier.set(key, { settings: snapshot, json });
      this.#snapshots.set(key, snapshot);
    }
    return snapshot;
  }

  /** A checkout or a link that an agent makes may move a folder at any time, and VS Code tells nobody. */
  #lookForMoved(): void {
    const moved = this.#opened.moved(onDisk(vscode.workspace.workspaceFolders ?? []));
    if (moved.join('\0') === this.#moved.join('\0')) return;
    this.#moved = moved;
    this.reload();
  }

  /** A rule counts from the moment on that it is in a file, however long VS Code takes to tell of it. */
  #lookForChanged(): void {
    // Whoever is told of a change asks in turn: where a program writes the file without end, each answer would be another change.
    if (this.#looking) return;
    this.#looking = true;
    try {
      if (this.#files.changed()) this.reload();
    } finally {
      this.#looking = false;
    }
  }

  /** @param supposed values in place of those in the user's own settings */
  #read(folder: vscode.WorkspaceFolder | undefined, supposed: RawValues = {}): EffectiveSettings {
    const surroundings = this.#surroundings;
    const { ruleProblem, paths, remote, variable } = surroundings;
    const folders = vscode.workspace.workspaceFolders ?? [];
    const concerned = folder === undefined ? folders : [folder];
    // Nobody has trusted what a link in place of a folder leads to, and an edit there is none in the workspace.
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
          ...this.#userSources().sources.map((source) =>
            source.source === 'user' ? { ...source, values: { ...source.values, ...supposed } } : source,
          ),
          ...this.#workspaceSources(concerned, folder),
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

  #userSources(): { readonly sources: readonly RawSource[] } {
    const { remote, localLists } = this.#surroundings;
    const kept = localLists.get() as LocalLists | undefined;
    const unreadable = new Set<SettingKey>();
    const levelsOf = (key: SettingKey): UserLevels | undefined => {
      const levels = inspected(key);
      if (levels !== 'unreadable') return levels;
      unreadable.add(key);
      const own = kept?.[key as keyof LocalLists];
      return { globalValue: own, globalLocalValue: own, globalRemoteValue: undefined };
    };
    const { sources, lists } = userSources(levelsOf, remote, kept);
    if (unreadable.size > 0)
      return { sources: sources.map((source, at) => (at === 0 ? withoutSight(source) : source)) };
    if (lists !== undefined && JSON.stringify(lists) !== JSON.stringify(kept)) localLists.set(lists);
    const [user, ...others] = sources;
    const { problems, values } = readSettings(this.#allOfUser() ?? {}, 'user', undefined);
    if (user === undefined || problems === undefined) return { sources };
    // Names that settings had before count where the new name is not set.
    const withRenamed = { ...values, ...defined(user.values) };
    return {
      sources: [{ ...user, values: withRenamed, problems: [...(user.problems ?? []), ...problems] }, ...others],
    };
  }

  /** Everything below `autoMode` that is the user's alone; nothing where that cannot be told. */
  #allOfUser(): unknown {
    const levels = inspected(SETTINGS_PREFIX);
    if (levels === 'unreadable') return undefined;
    return this.#surroundings.remote ? levels?.globalLocalValue : levels?.globalValue;
  }

  /**
   * @param from the folder that a call comes from; undefined: none of those that are open, so that the rules of all that were open count.
   */
  #workspaceSources(folders: readonly vscode.WorkspaceFolder[], from: vscode.WorkspaceFolder | undefined): RawSource[] {
    const { workspaceRules } = this.#surroundings;
    const places = this.#workspacePlaces();
    const wanted = new Set(folders.map(({ uri }) => uri.toString()));
    const open = [...places]
      .filter(([, folder]) => folder === undefined || wanted.has(folder.uri.toString()))
      .flatMap(([place, folder]): RawSource[] => {
        const values = [workspaceRules.note(place, this.#placeValues(folder))];
        const file = this.#rulesInFile(folder);
        if (!file.whole) values.push(missingRules(file.rules, values[0] ?? {}));
        const sources = values.map((each): RawSource => ({ source: 'workspace', values: each }));
        return file.unreadable === undefined ? sources : [...sources, unreadableFile(file.unreadable)];
      });
    const closed = workspaceRules.closed([...places.keys()], from?.uri.toString());
    return [...open, ...closed.map((values): RawSource => ({ source: 'workspace', values }))];
  }

  /** A rule counts from the moment on that it was there, whether or not anything was decided meanwhile. */
  #noteWorkspaceRules(): void {
    for (const [place, folder] of this.#workspacePlaces()) {
      this.#surroundings.workspaceRules.note(place, this.#placeValues(folder));
    }
  }

  /** The two lists alone: nothing else of a workspace has an effect, and whatever else it sets is not even asked for. */
  #placeValues(folder: vscode.WorkspaceFolder | undefined): RawValues {
    const level = folder === undefined ? 'workspaceValue' : 'workspaceFolderValue';
    const valueOf = (key: SettingKey): unknown => {
      const levels = inspected(key, folder?.uri);
      // It may have held rules, so it is something that is no list of rules, and so asks about every call.
      return levels === 'unreadable' ? '(too deeply nested to be read)' : levels?.[level];
    };
    const seen = Object.fromEntries(Array.from(HOLDING_BACK, (key) => [key, valueOf(key)]));
    const file = this.#rulesInFile(folder);
    return file.whole ? withEntries(seen, missingRules(file.rules, seen)) : seen;
  }

  #rulesInFile(folder: vscode.WorkspaceFolder | undefined): RulesInFile {
    const file = ruleFile(folder);
    return file === undefined ? { rules: {}, whole: true } : this.#files.rulesOf(file);
  }

  /** The workspace file and the workspace folders, by a name that stays the same over a restart. */
  #workspacePlaces(): ReadonlyMap<string, vscode.WorkspaceFolder | undefined> {
    const file = vscode.workspace.workspaceFile?.toString() ?? NO_WORKSPACE_FILE;
    const folders = vscode.workspace.workspaceFolders ?? [];
    return new Map([[file, undefined] as const, ...folders.map((folder) => [folder.uri.toString(), folder] as const)]);
  }
}

type Levels = UserLevels & { readonly workspaceValue?: unknown; readonly workspaceFolderValue?: unknown };

/**
 * VS Code copies the values of all levels at once, for the configuration or for one name, and fails where one of them is nested too deeply:
 * a repository's may be. How deeply that is varies: what fails now may be read a moment later, and the other way round.
 * @throws Error in words for the user.
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

/** @param name below `autoMode`, or `autoMode` itself. */
function inspected(name: string, scope: vscode.Uri | null = null): Levels | undefined | 'unreadable' {
  try {
    return inspect(name === SETTINGS_PREFIX ? undefined : SETTINGS_PREFIX, name, scope);
  } catch {
    return 'unreadable';
  }
}

/** The user's settings where not all of them can be read. */
function withoutSight(source: RawSource): RawSource {
  const problem = {
    key: SETTINGS_PREFIX,
    source: 'user' as const,
    entry: t('settings'),
    message: t(
      "The editor cannot tell your settings from the workspace's, which are nested too deeply, so every call asks. Your deny and ask rules hold as they were last seen. Mend the settings of the workspace.",
    ),
  };
  return { ...source, problems: [...(source.problems ?? []), problem], unreadable: 'your settings' };
}

/** @param folder undefined: the workspace file, which a window without one and an untitled workspace do not have. */
function ruleFile(folder: vscode.WorkspaceFolder | undefined): WorkspaceRuleFile | undefined {
  if (folder === undefined) {
    const file = vscode.workspace.workspaceFile;
    return file?.scheme === 'file' ? { path: file.fsPath, kind: 'workspace' } : undefined;
  }
  if (folder.uri.scheme !== 'file') return undefined;
  return { path: vscode.Uri.joinPath(folder.uri, '.vscode', 'settings.json').fsPath, kind: 'settings' };
}

function movedSource(folder: string): RawSource {
  const problem = {
    key: 'workspace folder',
    source: 'workspace' as const,
    entry: shownEntry(folder),
    message: t(
      'This folder lies elsewhere than when it was opened, so the workspace counts as not trusted. Put the folder back, or reload the window if it is right.',
    ),
  };
  return { source: 'workspace', values: {}, problems: [problem] };
}

/** A folder that is not on this machine's disk gives no fast path. */
function onDisk(folders: readonly vscode.WorkspaceFolder[]): string[] {
  return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

function defined(values: RawValues): RawValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
