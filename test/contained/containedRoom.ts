/** A home with a workspace on the disk, the real sandbox, and a gate that decides with both. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { createNodeFileSystem } from '../../src/disk/nodeFileSystem';
import { decide } from '../../src/engine/decide';
import type { EffectiveConfiguration } from '../../src/engine/model/configuration';
import type { Decision } from '../../src/engine/model/decision';
import type { Gate } from '../../src/engine/model/ports';
import { DEFAULT_PROTECTED_PATHS } from '../../src/config/defaultProtectedPaths';
import { linkedFolders } from '../../src/engine/linkedFolders';
import { KeptRuns } from '../../src/gate/keptRuns';
import { ContainedHome, type RunReport } from '../../src/sandbox/containedHome';
import { SandboxContainment } from '../../src/sandbox/containment';
import type { RunBounds } from '../../src/sandbox/runBounds';
import { openContainment } from '../../src/sandbox/openContainment';
import { DiskSnapshotStore } from '../../src/snapshots/diskSnapshotStore';
import { configuration, fakeGate } from '../unit/engine/fakeGate';
import { removeBusyFolder } from '../unit/busyFolder';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Of one run: to find what hangs, far above what a busy machine takes. */
const MOST_MILLISECONDS = 240_000;

export class ContainedRoom {
  readonly home: string;
  readonly workspace: string;
  readonly containedHome: ContainedHome;
  readonly reports = new Map<string, RunReport>();
  readonly lost: string[] = [];
  readonly never: string[] = [];
  readonly kept: KeptRuns;
  readonly complaints: string[] = [];
  /** While files are kept before a run. */
  keeping = (): void => undefined;
  issued = 0;
  /** What the clock is ahead, in milliseconds. */
  later = 0;
  /** Of the runs that are decided from now on. */
  bounds: Partial<RunBounds> = {};
  readonly containment: SandboxContainment;
  #calls = 0;

  /** @param place an existing home with a workspace; its own by default */
  constructor(
    private readonly settings: Partial<EffectiveConfiguration> = {},
    place?: { readonly home: string; readonly workspace: string },
  ) {
    this.home = place?.home ?? realpathSync(mkdtempSync(join(tmpdir(), 'am-contained-')));
    this.workspace = place?.workspace ?? join(this.home, 'project');
    for (const folder of [join(this.home, '.auto-mode'), this.workspace])
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.containedHome = new ContainedHome(join(this.home, '.auto-mode'));
    this.kept = new KeptRuns({
      openStore: () =>
        new DiskSnapshotStore({
          directory: join(this.home, '.auto-mode', 'snapshots'),
          never: [join(this.home, '.auto-mode')],
          limits: () => ({ bytes: 1_000_000_000, snapshots: 100, days: 7 }),
        }),
      redact: (text) => text,
      log: (line) => this.complaints.push(line),
    });
    this.containment = new SandboxContainment({
      home: this.containedHome,
      userHome: this.home,
      clock: { now: () => Date.now() + this.later, monotonic: () => performance.now() },
      bounds: () => this.bounds,
      keep: (run, folders) => {
        this.keeping();
        return this.kept.keep(run, folders);
      },
      issued: () => (this.issued += 1),
      neverRan: (decisionId) => this.never.push(decisionId),
      ended: ({ decisionId, report }) => this.reports.set(decisionId, report),
      lost: ({ decisionId }) => this.lost.push(decisionId),
    });
  }

  /** @throws if no sandbox works on this machine */
  async open(): Promise<void> {
    this.containment.state = await openContainment(this.containedHome, this.home);
    if (this.containment.state.kind !== 'ready') throw new Error(JSON.stringify(this.containment.state));
  }

  /** Shows once that the session runs what it is given back. */
  async tried(sessionId = 's'): Promise<Decision> {
    const decision = await this.decided('ls', { sessionId });
    this.run(decision);
    this.containment.callEnded(decision.id);
    return decision;
  }

  write(path: string, text: string, mode = 0o644): void {
    const file = join(this.workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
  }

  decided(
    command: string,
    {
      signal = new AbortController().signal,
      sessionId = 's',
      agent = 'claude-code',
      more = {},
      path = process.env['PATH'] ?? '',
    }: { signal?: AbortSignal; sessionId?: string; agent?: string; more?: object; path?: string } = {},
  ): Promise<Decision> {
    this.#calls += 1;
    const request = {
      tool: 'Bash',
      input: { command, ...more },
      cwd: this.workspace,
      agent,
      takesRewritten: true,
      sessionId,
      callId: `call-${this.#calls}`,
      environment: { PATH: path },
    };
    return decide(request, this.gate(), signal);
  }

  /**
   * What an agent does with the decision.
   * @throws if it takes longer than the limit in milliseconds
   */
  run(
    { rewritten }: Decision,
    cwd = this.workspace,
    environment: NodeJS.ProcessEnv = {},
    timeout = MOST_MILLISECONDS,
  ): Ran {
    if (rewritten === undefined) throw new Error('nothing was given back');
    const { status, stdout, stderr, error } = spawnSync('/bin/bash', ['-c', rewritten], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: this.home, LANG: 'C.UTF-8', ...environment },
      encoding: 'utf8',
      timeout,
    });
    // Ended at its limit, it would pass for a run that says nothing.
    if (error !== undefined) throw error;
    return { code: status, stdout, stderr };
  }

  /** Decides, runs and reports. */
  async contained(
    command: string,
  ): Promise<Ran & { readonly decision: Decision; readonly report: RunReport | undefined }> {
    const decision = await this.decided(command);
    if (decision.stage !== 'contained') throw new Error(`${decision.stage}: ${decision.reason}`);
    const ran = this.run(decision);
    this.containment.callEnded(decision.id);
    return { ...ran, decision, report: this.reports.get(decision.id) };
  }

  gate(): Gate {
    const { home } = this;
    return {
      ...fakeGate({
        configuration: configuration({
          workspaceFolders: [this.workspace],
          protectedPaths: DEFAULT_PROTECTED_PATHS.map((value) => ({ value, source: 'default' as const })),
          ...this.settings,
        }),
      }),
      newId: () => `decision-${this.#calls}`,
      containment: this.containment,
      machine: {
        platform: process.platform,
        homeDirectory: home,
        loginShell: 'bash',
        gatePaths: [join(home, '.auto-mode')],
        secretGatePaths: [join(home, '.auto-mode', 'token')],
      },
      files: createNodeFileSystem(process.platform, {
        roots: () => [home],
        folders: linkedFolders(DEFAULT_PROTECTED_PATHS),
      }),
    };
  }

  close(): void {
    // The guardian of the last run may not have ended.
    removeBusyFolder(this.home);
  }
}
