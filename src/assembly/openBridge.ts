import { homedir } from 'node:os';
import { join } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { startBridge, type Bridge } from '../bridge/bridge';
import { installMcpServer } from '../bridge/launcher/installMcpServer';
import { gateHome } from '../disk/gateHome';
import { decisionBasis } from '../engine/trial/decisionBasis';
import { keepRefusal } from '../gate/agentRefusals';
import { decidedElsewhere } from '../gate/decidedElsewhere';
import { advice } from '../features/trial/advice';
import type { OpenWindow } from './openWindow';
import { buildRouting } from './routing';

/** @returns undefined after showing the user why */
export async function openBridge(context: vscode.ExtensionContext, open: OpenWindow): Promise<Bridge | undefined> {
  const { window, worktrees, settings, sessions, autoMode, watch, probes } = open;
  const { gate, memory, status, log } = window;
  const { judged, observer } = watch;
  const routing = buildRouting({ context, settings, gate, sessions, worktrees, status, log });
  try {
    const bridge = await startBridge({
      home: homedir(),
      probes,
      ...routing.options,
      decide: async (request, signal, answerBy) => judged(request, await autoMode.decide(request, signal, answerBy)),
      decideOutside: async (request, signal, answerBy) =>
        judged(request, await routing.options.decideOutside(request, signal, answerBy)),
      basis: (request) => Promise.resolve(decisionBasis(request, gate)),
      advice: advice({
        world: gate,
        outside: routing.outside,
        isOn: routing.options.isOn,
        status: () => autoMode.status(),
        redact: window.redact,
      }),
      decidedElsewhere: (call, isOurs) => decidedElsewhere(call, isOurs, memory.decisionLog, Date.now()),
      ...observer,
      refused: (agent, refusal) => {
        observer.refused?.(agent, refusal);
        keepRefusal(refusal, memory.calls, gate);
      },
      ended: (_agent, decisionId) => {
        window.containedRuns.callEnded(decisionId);
        void window.keptRemovals.callEnded(decisionId);
      },
      log: (line) => {
        log.info(line);
      },
    });
    routing.follow(bridge);
    putMcpServer(context, log);
    return bridge;
  } catch (error) {
    log.error(error instanceof Error ? error.message : String(error));
    void vscode.window.showErrorMessage(t('Auto Mode: agents outside the editor cannot reach it. See the log.'));
    return undefined;
  }
}

/** Other agents reach the gate without it. */
function putMcpServer({ extensionPath }: vscode.ExtensionContext, log: vscode.LogOutputChannel): void {
  try {
    installMcpServer(gateHome(homedir()), process.execPath, join(extensionPath, 'dist', 'cli.js'));
  } catch (error) {
    log.error(`The MCP server could not be installed: ${error instanceof Error ? error.message : 'unknown error'}`);
  }
}
