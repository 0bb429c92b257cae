import { realpathSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../common/clock';
import { CONTAINED_ENVIRONMENT } from '../facts/containedEnvironment';
import type { Containment, ContainedRun, PreparedRun, TrialRun } from '../engine/model/ports';
import { findProgram } from '../disk/systemPrograms';
import { bubblewrapArguments, type WorkspaceGuards } from './bubblewrap';
import type { ContainedHome, RunReport, TicketState } from './containedHome';
import { unfitFolder } from './fitFolder';
import { protectedNames } from './protectedNames';
import { repositoryParts } from './repositoryParts';
import type { RunBounds } from './runBounds';
import { workspaceGuards } from './workspaceGuards';

/** For panel and status. */
export type ContainmentState =
  | { readonly kind: 'testing' }
  | { readonly kind: 'ready' }
  /** A sentence with the remedy. */
  | { readonly kind: 'missing'; readonly why: string };

export interface ContainedEnd {
  readonly decisionId: string;
  readonly agent: string;
  readonly sessionId: string;
  readonly report: RunReport;
}

export interface ContainmentOptions {
  readonly home: ContainedHome;
  readonly userHome: string;
  readonly clock: Clock;
  /** Instead of the usual ones. */
  readonly bounds?: () => Partial<RunBounds>;
  /**
   * Before a run is given back: keeps what it may lose.
   * @param folders of the workspace, links resolved
   * @returns a sentence about what is not kept; never rejects
   */
  readonly keep?: (run: ContainedRun, folders: readonly string[]) => Promise<string | undefined>;
  readonly issued?: () => void;
  readonly neverRan?: (decisionId: string) => void;
  readonly ended?: (end: ContainedEnd) => void;
  /** A call ended without its ticket: it was changed back. */
  readonly lost?: (call: { readonly decisionId: string; readonly agent: string; readonly sessionId: string }) => void;
}

interface Issued {
  readonly ticket: string;
  readonly kind: 'contained' | 'trial';
  readonly callKey: string;
  readonly agent: string;
  readonly sessionId: string;
  readonly decisionId: string;
  readonly at: number;
}

/** Before a call runs, an agent may ask its user for minutes. */
const TICKET_MILLISECONDS = 30 * 60_000;
/** A run that the machine ended may count until the next window opens. */
const RUN_MILLISECONDS = 24 * 60 * 60_000;
/** Each is a folder. */
const MOST_WAITING = 128;
const MOST_STOPPED = 500;
const MOST_SESSIONS = 1_000;

/** A line may be read for these. */
const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh']);

type SessionPath = 'untried' | 'trying' | 'open' | 'closed';

export class SandboxContainment implements Containment {
  #state: ContainmentState = { kind: 'testing' };
  readonly #issued = new Map<string, Issued>();
  readonly #sessions = new LRUCache<string, SessionPath>({ max: MOST_SESSIONS });
  readonly #stopped = new LRUCache<string, string>({ max: MOST_STOPPED });

  constructor(private readonly options: ContainmentOptions) {}

  get state(): ContainmentState {
    return this.#state;
  }

  set state(state: ContainmentState) {
    this.#state = state;
  }

  unavailable(): string | undefined {
    if (this.#state.kind === 'testing') return 'the sandbox is still being tested';
    return this.#state.kind === 'missing' ? this.#state.why : undefined;
  }

  objection(agent: string, sessionId: string): string | undefined {
    const unavailable = this.unavailable();
    if (unavailable !== undefined) return unavailable;
    this.collect();
    switch (this.#path(agent, sessionId)) {
      case 'open':
        return undefined;
      case 'closed':
        return 'this session of the agent does not run calls as they are given back';
      default:
        return 'this session of the agent has not yet run a call as it was given back';
    }
  }

  stoppedBefore(callKey: string): string | undefined {
    this.collect();
    return this.#stopped.get(callKey);
  }

  wantsTrial(agent: string, sessionId: string): boolean {
    if (this.#state.kind !== 'ready' || this.#issued.size >= MOST_WAITING) return false;
    return this.#path(agent, sessionId) === 'untried';
  }

  trial(run: TrialRun): string | undefined {
    const shell = shellProgram(run.shell);
    const folder = realFolder(run.cwd);
    if (shell === undefined || folder === undefined) return undefined;
    const guards: WorkspaceGuards = { readOnly: [], hidden: [], keptMissing: [], scratch: [], pinned: [], links: [] };
    const ticket = this.options.home.issue({
      kind: 'trial',
      decisionId: run.decisionId,
      folder,
      shell,
      line: run.line,
      masksFailure: false,
      bubblewrap: this.#arguments({ ...run, repositories: [] }, [], guards, '/'),
      hashes: new Map(),
      sweep: { folders: [], names: [], known: [], keptMissing: [] },
      cache: this.options.home.cacheOf(run.workspaceFolders),
    });
    this.#note(ticket, 'trial', run);
    this.#sessions.set(sessionKey(run.agent, run.sessionId), 'trying');
    return this.options.home.commandFor(ticket);
  }

  /** Rejects only if the signal aborts. */
  async prepare(run: ContainedRun, signal: AbortSignal): Promise<PreparedRun> {
    const shell = shellProgram(run.shell);
    const folder = realFolder(run.cwd);
    const folders = run.workspaceFolders.flatMap((path) => realFolder(path) ?? []);
    if (shell === undefined)
      return { kind: 'not-possible', why: `${run.shell} is not installed where it can be trusted` };
    if (folder === undefined || folders.length !== run.workspaceFolders.length) {
      return { kind: 'not-possible', why: 'a folder of the call does not exist' };
    }
    const home = realFolder(this.options.userHome) ?? this.options.userHome;
    const [unfit] = folders.flatMap((path) => unfitFolder(path, home, this.options.home.gateDirectory) ?? []);
    if (unfit !== undefined) return { kind: 'not-possible', why: unfit };
    if (!folders.some((root) => folder === root || folder.startsWith(`${root}/`))) {
      return { kind: 'not-possible', why: 'it would run outside of the workspace' };
    }
    if (this.#issued.size >= MOST_WAITING) return { kind: 'not-possible', why: 'too many other runs are waiting' };
    const unkept = await this.options.keep?.(run, folders);
    // The workspace as it is then: keeping takes time.
    const guards = await this.#guards(run, folders, signal);
    if ('problem' in guards) return { kind: 'not-possible', why: guards.problem };
    const known = [...guards.readOnly, ...guards.hidden.map(({ path }) => path), ...guards.links];
    const ticket = this.options.home.issue({
      kind: 'contained',
      decisionId: run.decisionId,
      folder,
      shell,
      line: run.line,
      masksFailure: run.masksFailure,
      bubblewrap: this.#arguments(run, folders, guards, folder),
      hashes: run.hashes,
      sweep: {
        folders,
        names: protectedNames(run.protectedPatterns, folders, run.protectedPlaces),
        known,
        keptMissing: guards.keptMissing,
      },
      cache: this.options.home.cacheOf(run.workspaceFolders),
      bounds: this.options.bounds?.(),
    });
    this.#note(ticket, 'contained', run);
    return { kind: 'ready', command: this.options.home.commandFor(ticket), unkept };
  }

  /** If no run is possible, drops what was kept for it. */
  async #guards(
    { decisionId, kindOf }: ContainedRun,
    folders: readonly string[],
    signal: AbortSignal,
  ): Promise<WorkspaceGuards | { readonly problem: string }> {
    let guards: WorkspaceGuards | { readonly problem: string } | undefined;
    try {
      guards = await workspaceGuards(folders, kindOf, signal);
      signal.throwIfAborted();
      return guards;
    } finally {
      if (guards === undefined || 'problem' in guards || signal.aborted) this.options.neverRan?.(decisionId);
    }
  }

  /** A run that was given back has not ended. */
  get isWaiting(): boolean {
    return this.#issued.size > 0;
  }

  /** Its agent reported the end of the call. */
  callEnded(decisionId: string): void {
    this.collect();
    const issued = this.#issued.get(decisionId);
    if (issued === undefined) return;
    const state = this.options.home.stateOf(issued.ticket);
    if (state?.state !== 'waiting') return;
    this.#sessions.set(sessionKey(issued.agent, issued.sessionId), 'closed');
    this.#forget(issued);
    if (issued.kind === 'contained')
      this.options.lost?.({ decisionId, agent: issued.agent, sessionId: issued.sessionId });
  }

  #arguments(
    run: Pick<ContainedRun, 'path' | 'workspaceFolders' | 'repositories'>,
    folders: readonly string[],
    guards: WorkspaceGuards,
    cwd: string,
  ): readonly string[] {
    const { home, userHome } = this.options;
    return bubblewrapArguments({
      home: userHome,
      workspaceFolders: folders,
      guards,
      repository: repositoryParts(run.repositories, folders),
      cwd,
      cache: home.cacheOf(run.workspaceFolders),
      empty: home.empty,
      environment: {
        PATH: run.path,
        HOME: userHome,
        TMPDIR: '/tmp',
        AUTO_MODE_CONTAINED: '1',
        ...CONTAINED_ENVIRONMENT,
      },
    });
  }

  #note(
    ticket: string,
    kind: Issued['kind'],
    { callKey, agent, sessionId, decisionId }: Pick<ContainedRun, 'callKey' | 'agent' | 'sessionId' | 'decisionId'>,
  ): void {
    this.#issued.set(decisionId, { ticket, kind, callKey, agent, sessionId, decisionId, at: this.options.clock.now() });
    this.options.issued?.();
  }

  /** Reads new reports. */
  collect(): void {
    const { home, clock } = this.options;
    for (const issued of [...this.#issued.values()]) {
      const state = home.stateOf(issued.ticket);
      if (state === undefined) this.#forget(issued);
      else if (state.state === 'ended') this.#ended(issued, state);
      else if (state.state === 'refused' || clock.now() - issued.at > longest(state)) this.#abandoned(issued, state);
    }
  }

  #ended(issued: Issued, report: RunReport): void {
    const { agent, sessionId, decisionId, callKey } = issued;
    this.#forget(issued);
    if (issued.kind === 'trial') {
      this.#sessions.set(sessionKey(agent, sessionId), report.exitCode === 0 ? 'open' : 'closed');
      return;
    }
    const failed = report.exitCode !== 0 || report.masksFailure;
    if (failed && (report.stopped.length > 0 || report.said !== '')) {
      this.#stopped.set(callKey, stoppedWords(report));
    }
    this.options.ended?.({ decisionId, agent, sessionId, report });
  }

  #abandoned(issued: Issued, state: TicketState): void {
    // Its guardian needs the ticket.
    if (state.state === 'running') this.#issued.delete(issued.decisionId);
    else this.#forget(issued);
    if (issued.kind === 'trial') this.#sessions.set(sessionKey(issued.agent, issued.sessionId), 'untried');
    else if (state.state === 'refused' && !state.couldStart)
      this.#stopped.set(issued.callKey, `the run did not start: ${state.reason}`);
    if (issued.kind === 'contained' && state.state !== 'running') this.options.neverRan?.(issued.decisionId);
  }

  #forget(issued: Issued): void {
    this.#issued.delete(issued.decisionId);
    this.options.home.remove(issued.ticket);
  }

  #path(agent: string, sessionId: string): SessionPath {
    return this.#sessions.get(sessionKey(agent, sessionId)) ?? 'untried';
  }
}

function longest({ state }: TicketState): number {
  return state === 'running' ? RUN_MILLISECONDS : TICKET_MILLISECONDS;
}

function stoppedWords({ stopped, said }: RunReport): string {
  return [...stopped, ...(said === '' ? [] : [`a file (${said.split('\n', 1)[0] ?? ''})`])].join(', ');
}

function sessionKey(agent: string, sessionId: string): string {
  return JSON.stringify([agent, sessionId]);
}

function shellProgram(shell: string): string | undefined {
  return SHELLS.has(shell) ? findProgram(shell) : undefined;
}

function realFolder(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
