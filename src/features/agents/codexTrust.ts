import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { AgentInstallation } from '../../agents/hooks/agentInstallation';
import { codexHookTrust, type HookTrust } from '../../agents/codex/hookTrust';
import { codexDirectory } from '../../agents/codex/installation';
import { CODEX } from '../../agents/codex/payload';
import { findCodex } from '../../agents/codex/program';
import { readFolderFile } from '../../agents/files/folderFile';
import type { AgentSighting } from '../../bridge/enforcement/agentAlarm';
import { CodexTrustWatch } from './codexTrustWatch';
import { FileWatch } from '../../editor/fileWatch';
import { t } from '@vscode/l10n';
import { editorTimer } from '../../editor/editorTimer';
import { hookTrustText } from './hookTrustText';

const CONFIGURATION = 'config.toml';

/** Whether the Codex on the PATH would run the gate's hooks. Never rejects; writes nothing. */
async function hookTrust(launcherPath: string, folders: readonly string[]): Promise<HookTrust> {
  const program = findCodex(process.env, folders);
  if (program === undefined) return { kind: 'codex-not-found' };
  const [first = homedir(), ...more] = folders;
  return codexHookTrust({
    codex: program.path,
    directory: codexDirectory(homedir(), process.env),
    launcherPath,
    folders: [first, ...more],
    environment: { ...process.env, PATH: program.searchPath },
  });
}

/** A window that opens is busy for some seconds. */
const REST_MILLISECONDS = 15_000;

export interface CodexTrustParts {
  readonly launcherPath: string;
  readonly folders: () => readonly string[];
  readonly installation: Pick<AgentInstallation, 'directory' | 'settingsPath' | 'status'>;
}

/** Codex leaves trusting the hooks to the user. */
export class CodexTrust implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly watch: CodexTrustWatch;
  private readonly configuration: FileWatch;

  constructor(private readonly parts: CodexTrustParts) {
    const { launcherPath, folders, installation } = parts;
    this.watch = new CodexTrustWatch({
      mark: () => this.mark(),
      ask: () => hookTrust(launcherPath, folders()),
      changed: () => {
        this.changed.fire();
      },
      restMilliseconds: REST_MILLISECONDS,
    });
    const place = new vscode.RelativePattern(vscode.Uri.file(installation.directory), CONFIGURATION);
    this.configuration = new FileWatch({
      create: () => vscode.workspace.createFileSystemWatcher(place),
      changed: () => {
        this.look();
      },
      timer: editorTimer,
    });
  }

  get missing(): string | undefined {
    const { trust } = this.watch;
    return trust === undefined ? undefined : hookTrustText(trust).missing;
  }

  /** Call at start and when hooks or folders may have changed. */
  look(): void {
    this.watch.look();
  }

  seen(agent: string, sighting: AgentSighting): void {
    if (agent === CODEX) this.watch.seen(sighting);
  }

  dispose(): void {
    this.watch.dispose();
    this.configuration.dispose();
    this.changed.dispose();
  }

  /** Repeats until done or dismissed. */
  async guide(): Promise<void> {
    const open = t('Open Codex');
    const again = t('Check Again');
    let trust = await this.watch.ask();
    for (;;) {
      const { missing, message } = hookTrustText(trust);
      if (missing === undefined && trust.kind === 'listed') {
        void vscode.window.showInformationMessage(message);
        return;
      }
      const actions = trust.kind === 'codex-not-found' ? [] : [open, again];
      const chosen = await vscode.window.showWarningMessage(message, ...actions);
      if (chosen === undefined) return;
      if (chosen === open) this.openCodex();
      else trust = await this.watch.ask();
    }
  }

  /** Undefined: Codex is missing or not connected. */
  private mark(): string | undefined {
    const { folders, installation } = this.parts;
    const opened = folders();
    if (installation.status().state !== 'connected' || findCodex(process.env, opened) === undefined) return undefined;
    const files = [installation.settingsPath, join(installation.directory, CONFIGURATION)].map(readFolderFile);
    return createHash('sha256')
      .update(JSON.stringify([files, opened]))
      .digest('base64');
  }

  private openCodex(): void {
    const program = findCodex(process.env, this.parts.folders());
    if (program === undefined) return;
    vscode.window.createTerminal({ name: 'Codex', shellPath: program.path, env: { PATH: program.searchPath } }).show();
  }
}
