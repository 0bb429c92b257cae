import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Decision } from '../../engine/model/decision';
import type { Clock } from '../../common/clock';
import type { CheckRequest } from '../../calls/request';
import { ownershipOf, placeOf, type CallPlace, type OpenFolder, type RepositoryIn } from './folderOwnership';
import type { OpenWindows } from './openWindows';
import type { SessionOrigin, SessionOrigins } from './sessionOrigins';
import { sessionKey, type KnownWindow, type WindowCard } from './windowCard';
import { ownersOf, windowsInOrder, type CallOrigin } from './windowChoice';
import type { Extent } from './windowMessages';

const MAX_SESSIONS = 1000;

export interface WindowFacts {
  /** Absolute, on this machine's disk. */
  readonly folders: () => readonly string[];
  /** Undefined folder: outside. */
  readonly isOn?: (folder: string | undefined) => boolean;
  /** May decide outside all open folders. Default: no. */
  readonly anyWindow?: () => boolean;
  /** Milliseconds since the epoch. */
  readonly focusedAt?: () => number;
  /** Undefined: in no git work tree of its own. All windows must agree. */
  readonly repositoryOf?: (folder: string) => RepositoryIn | undefined;
  /** A git work tree of this window's workspace. */
  readonly claims?: (folder: string) => boolean;
}

export interface WindowRouterOptions {
  readonly facts: WindowFacts;
  readonly name: () => string;
  readonly windows: OpenWindows;
  readonly origins: SessionOrigins;
  readonly clock: Clock;
  /** Rejects without an answer. */
  readonly ask: (address: string, request: CheckRequest, extent: Extent, signal: AbortSignal) => Promise<Decision>;
  readonly sessionBegan?: ((sessionId: string, folder: string, repositoryIn: string | undefined) => void) | undefined;
  readonly log: (line: string) => void;
}

export class WindowRouter {
  /** Ordered by last call. */
  private readonly sessions = new Map<string, number>();
  private unpublished: string | undefined;

  constructor(private readonly options: WindowRouterOptions) {}

  publish(): void {
    const { windows, name, log } = this.options;
    if (name() === '') return;
    try {
      windows.publish(name(), this.card());
      this.unpublished = undefined;
    } catch (error) {
      // On a full disk logs fail too, so nobody allows anything.
      const problem = `The other windows cannot be told of this one: ${error instanceof Error ? error.message : 'unknown error'}`;
      if (problem !== this.unpublished) log(problem);
      this.unpublished = problem;
    }
  }

  /**
   * True binds the session to this window.
   * @param sessionFolder used if no window noted one. Must not reject.
   */
  async takes(origin: CallOrigin, sessionFolder?: () => Promise<string | undefined>): Promise<boolean> {
    const own: KnownWindow = { name: this.options.name(), card: this.card() };
    const here = this.withRepository(await placeOf(origin.cwd));
    const earlier = this.beginning(origin) ?? (await placeSaid(sessionFolder));
    const began = earlier === undefined ? here : this.withRepository(earlier);
    for (const window of windowsInOrder(origin, began, here, [own, ...this.options.windows.others(own.name)])) {
      if (window === own) {
        this.bind(origin, began, own.card);
        return true;
      }
      if (await this.options.windows.isPresent(window)) return false;
    }
    return false;
  }

  /** The session began outside the window's folders. */
  async isOutside({ agent = '', sessionId, cwd }: CheckRequest): Promise<boolean> {
    if (cwd === undefined) return false;
    const began = this.withRepository(this.beginning({ agent, sessionId, cwd }) ?? (await placeOf(cwd)));
    const ownership = ownershipOf(began, this.card().folders);
    if (ownership === undefined) return true;
    // By both names: settings are found under the session's.
    return !ownership.holds && ![began.real, began.path].every((name) => this.options.facts.claims?.(name) === true);
  }

  /**
   * A block by another window that has auto mode on and the folder open. No answer blocks too: its rules are unknown.
   */
  async objection(request: CheckRequest, extent: Extent, signal: AbortSignal): Promise<Decision | undefined> {
    if (request.cwd === undefined) return undefined;
    const { windows, name } = this.options;
    const others = windows.others(name());
    if (others.length === 0) return undefined;
    const here = this.withRepository(await placeOf(request.cwd));
    const concerned = ownersOf(here, others).filter(({ folder }) => folder.isOn);
    const answers = await Promise.all(concerned.map(({ window }) => this.answerOf(window, request, extent, signal)));
    return answers.find((decision) => decision?.outcome === 'block');
  }

  private async answerOf(
    window: KnownWindow,
    request: CheckRequest,
    extent: Extent,
    signal: AbortSignal,
  ): Promise<Decision | undefined> {
    const { windows, ask } = this.options;
    if (!(await windows.isPresent(window))) return undefined;
    try {
      return await ask(windows.address(window.name), request, extent, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(await windows.isPresent(window))) return undefined;
      throw new OtherWindowError(error);
    }
  }

  private card(): WindowCard {
    const { folders, isOn = () => true, anyWindow = () => false, focusedAt = () => 0 } = this.options.facts;
    return {
      folders: folders().map((path) => ({ path: resolve(path), real: realOf(path), isOn: isOn(path) })),
      isOn: isOn(undefined),
      anyWindow: anyWindow(),
      focusedAt: focusedAt(),
      sessions: Object.fromEntries(this.sessions),
    };
  }

  private withRepository({ path, real, repositoryIn: noted }: SessionOrigin): CallPlace {
    const { repositoryOf } = this.options.facts;
    // Once, and only where no folder holds the place.
    let found: { readonly in: RepositoryIn | undefined } | undefined;
    const repositoryIn: RepositoryIn = (folders) => {
      found ??= { in: repositoryOf?.(real) };
      // A broken work tree frees no session.
      return found.in?.(folders) ?? folders.find((folder) => folder === noted);
    };
    return { path, real, repositoryIn };
  }

  private beginning({ agent, sessionId }: CallOrigin): SessionOrigin | undefined {
    return sessionId === undefined ? undefined : this.options.origins.of(sessionKey(agent, sessionId));
  }

  private bind({ agent, sessionId }: CallOrigin, began: CallPlace, { folders }: WindowCard): void {
    if (sessionId === undefined) return;
    const ownership = ownershipOf(began, folders);
    const having = ownership?.holds === false ? ownership.folder : undefined;
    this.options.sessionBegan?.(sessionId, began.path, having?.path);
    const key = sessionKey(agent, sessionId);
    try {
      this.options.origins.note(key, { path: began.path, real: began.real, repositoryIn: having?.real });
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'unknown error';
      this.options.log(`Where a session of ${agent} began could not be noted: ${problem}`);
    }
    const since = this.sessions.get(key);
    this.sessions.delete(key);
    this.sessions.set(key, since ?? this.options.clock.now());
    if (since !== undefined) return;
    const [oldest] = this.sessions.keys();
    if (this.sessions.size > MAX_SESSIONS && oldest !== undefined) this.sessions.delete(oldest);
    this.publish();
  }
}

/** The message is for user and agent. */
export class OtherWindowError extends Error {
  override readonly name = 'OtherWindowError';

  constructor(cause: unknown) {
    super(
      'Another VS Code window that has this folder open does not answer, so its rules are not known. Reload or close that window.',
      { cause },
    );
  }
}

async function placeSaid(sessionFolder?: () => Promise<string | undefined>): Promise<OpenFolder | undefined> {
  const folder = await sessionFolder?.();
  return folder === undefined ? undefined : placeOf(folder);
}

function realOf(path: string): string {
  try {
    // Spelled in upper and lower case as on the disk.
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
