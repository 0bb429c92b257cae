import { performance } from 'node:perf_hooks';
import { agentDialects } from '../agents/agentDialects';
import type { Decision } from '../engine/model/decision';
import type { Clock } from '../common/clock';
import type { CheckRequest } from '../calls/request';
import type { Decide } from './protocol/decide';
import { gateHome, prepareGateHome } from '../disk/gateHome';
import { HookServer, type HookServerOptions } from './hookServer';
import { AdviceDoor, type AdviceSource } from './adviceDoor';
import { installLauncher, isLauncherMissing } from './launcher/installLauncher';
import { OpenWindows } from './windows/openWindows';
import { SessionOrigins } from './windows/sessionOrigins';
import { Token } from './protocol/token';
import { WindowDoor } from './windows/windowDoor';
import { askWindow, isWindow, WindowMessages } from './windows/windowMessages';
import { WindowRouter, type WindowFacts } from './windows/windowRouter';
import { windowRuling } from './windows/windowRuling';

type ServerParts = 'token' | 'dialects' | 'takes' | 'messages';

export interface BridgeOptions extends Omit<HookServerOptions, ServerParts>, WindowFacts {
  readonly home: string;
  /** For sessions begun outside the window's folders. */
  readonly decideOutside?: Decide;
  /** Only deny and ask rules; another window decides. */
  readonly restrain?: (request: CheckRequest, signal: AbortSignal) => Promise<Decision>;
  /** Before each call's decision. */
  /** @param repositoryIn the open folder of its git work tree's repository */
  readonly sessionBegan?: (sessionId: string, folder: string, repositoryIn: string | undefined) => void;
  /** Absent: no advice. */
  readonly advice?: AdviceSource;
  /** For the gate folder; undefined: fixed. */
  readonly problem?: (message: string | undefined) => void;
}

export interface Bridge {
  readonly launcherPath: string;
  changed(): void;
  /** Checks socket, token and launcher, as every 20 seconds. Never rejects. */
  keep(): Promise<void>;
  /** Refuses pending calls. */
  dispose(): Promise<void>;
}

/** @throws GateHomeError */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const { decide, decideOutside = decide, restrain = decide, log } = options;
  const gate = gateHome(options.home);
  const { platform } = process;
  prepareGateHome(gate);
  const token = Token.open(gate);
  const clock: Clock = options.clock ?? { now: () => Date.now(), monotonic: () => performance.now() };
  const dialects = agentDialects(options.home, process.env);
  const windows = new OpenWindows(gate, platform, clock, (address) => isWindow(address, token));
  const origins = new SessionOrigins(gate, clock);
  const router: WindowRouter = new WindowRouter({
    facts: options,
    name: () => door.name,
    windows,
    origins,
    clock,
    ask: (address, request, extent, signal) => askWindow(address, token, request, extent, signal),
    sessionBegan: options.sessionBegan,
    log,
  });
  const messages = new WindowMessages({
    token,
    object: (request, extent, signal) => (extent === 'whole' ? decide : restrain)(request, signal),
    log,
  });
  const advice =
    options.advice === undefined
      ? undefined
      : new AdviceDoor({
          token,
          takes: (origin) => router.takes(origin),
          isOutside: (request) => router.isOutside(request),
          source: options.advice,
          clock,
          log,
        });
  const server: HookServer = new HookServer({
    ...options,
    decide: windowRuling(router, decide, decideOutside),
    dialects,
    token,
    takes: (origin, sessionFolder) => router.takes(origin, sessionFolder),
    messages: {
      handle: (request, response) => messages.handle(request, response) || advice?.handle(request, response) === true,
    },
  });
  const putLauncher = (): void => {
    installLauncher(gate, dialects);
  };
  const door: WindowDoor = new WindowDoor({
    gate,
    platform,
    windows,
    listen: (address) => server.listen(address),
    publish: () => {
      router.publish();
    },
    installLauncher: () => {
      if (isLauncherMissing(gate, dialects)) putLauncher();
    },
    problem: (message) => {
      if (message !== undefined) log(message);
      options.problem?.(message);
    },
  });
  putLauncher();
  await windows.removeLeftovers();
  origins.removeOld();
  await door.open();
  return {
    launcherPath: gate.launcher,
    changed: () => {
      router.publish();
    },
    keep: () => door.keep(),
    dispose: async () => {
      const closed = door.close();
      await server.close();
      await closed;
    },
  };
}
