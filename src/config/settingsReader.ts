import * as vscode from 'vscode';
import type { EffectiveConfiguration } from '../engine/configuration';
import { SETTINGS, SETTINGS_PREFIX, type SettingKey } from './contributions';
import type { SettingValues } from './schema';
import { effectiveConfiguration, type EffectiveSettings, type RawSource, type RuleProblem } from './sources';

/** The window with the rules of all its folders. */
const WHOLE_WINDOW = '';

/**
 * The only reader of VS Code's settings. It asks with `inspect()`, never with `get()`: that would let a workspace's list replace the
 * user's, and another extension change a default. VS Code keeps a workspace's values of application-scoped settings back as well, but
 * nothing here relies on it.
 */
export class SettingsReader implements vscode.Disposable {
  readonly #ruleProblem: RuleProblem;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: readonly vscode.Disposable[];
  /** What is in force, by workspace folder. One object stays in use until something changes. */
  readonly #snapshots = new Map<string, EffectiveSettings>();

  /** Fires after something changed that a snapshot rests on: settings, folders, trust. */
  readonly onDidChange = this.#changed.event;

  /** @param ruleProblem the engine's word on the grammar of permission rules, see `effectiveConfiguration` */
  constructor(ruleProblem: RuleProblem) {
    this.#ruleProblem = ruleProblem;
    this.#subscriptions = [
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(SETTINGS_PREFIX)) this.reload();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.reload();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.reload();
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  /** Forgets the snapshots, so that the next question reads the settings anew. */
  reload(): void {
    this.#snapshots.clear();
    this.#changed.fire();
  }

  /** What is in force in the window as a whole, for display: the rules of all folders. */
  window(): EffectiveSettings {
    return this.#snapshot(undefined);
  }

  /**
   * What is in force for a call: the user's settings, the workspace's rules and those of the innermost workspace folder that holds
   * `cwd`. A call from anywhere else, or from nowhere known, stands under the rules of every folder.
   * @param cwd absolute path
   */
  forFolder(cwd: string | undefined): EffectiveConfiguration {
    // Joining resolves `..`, by which a path could pretend to lie in another folder.
    const uri = cwd === undefined ? undefined : vscode.Uri.joinPath(vscode.Uri.file(cwd), '.');
    return this.#snapshot(uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(uri)).configuration;
  }

  /** Writes one of the user's own settings, on the user's word. */
  async setUserValue<K extends SettingKey>(key: K, value: SettingValues[K]): Promise<void> {
    await vscode.workspace.getConfiguration(SETTINGS_PREFIX).update(key, value, vscode.ConfigurationTarget.Global);
  }

  #snapshot(folder: vscode.WorkspaceFolder | undefined): EffectiveSettings {
    const key = folder?.uri.toString() ?? WHOLE_WINDOW;
    let snapshot = this.#snapshots.get(key);
    if (snapshot === undefined) {
      const folders = vscode.workspace.workspaceFolders ?? [];
      const raw = {
        sources: rawSources(folder === undefined ? folders : [folder]),
        trusted: vscode.workspace.isTrusted,
        // A folder that is not on this machine's disk gives no fast path.
        workspaceFolders: folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath),
      };
      snapshot = effectiveConfiguration(raw, this.#ruleProblem);
      this.#snapshots.set(key, snapshot);
    }
    return snapshot;
  }
}

function rawSources(folders: readonly vscode.WorkspaceFolder[]): RawSource[] {
  return [
    { source: 'user', values: valuesOf(null, 'globalValue') },
    { source: 'workspace', values: valuesOf(null, 'workspaceValue') },
    ...folders.map(({ uri }): RawSource => ({ source: 'workspace', values: valuesOf(uri, 'workspaceFolderValue') })),
  ];
}

function valuesOf(
  scope: vscode.Uri | null,
  level: 'globalValue' | 'workspaceValue' | 'workspaceFolderValue',
): Partial<Record<SettingKey, unknown>> {
  const settings = vscode.workspace.getConfiguration(SETTINGS_PREFIX, scope);
  return Object.fromEntries(Object.values(SETTINGS).map((key) => [key, settings.inspect(key)?.[level]]));
}
