import type * as vscode from 'vscode';
import { redactSecrets } from '../../../../src/classifier/prompt/redaction';
import type { ConfigurationReport } from '../../../../src/config/configurationReport';
import { explanationText } from '../../../../src/engine/explain/explanationText';
import { explainCommand } from '../../../../src/engine/explain/explainCommand';
import { codeVerdict } from '../../../../src/engine/trial/replay';
import type { Decision } from '../../../../src/engine/model/decision';
import { ChatAnswers } from '../../../../src/features/chat/chatAnswers';
import { ChatHandler } from '../../../../src/features/chat/chatHandler';
import { BlockedRelease } from '../../../../src/features/story/blockedRelease';
import { DecisionSearch } from '../../../../src/features/chat/decisionSearch';
import { DecisionTools } from '../../../../src/features/chat/decisionTools';
import { triedCall } from '../../../../src/features/trial/triedCall';
import type { PanelSnapshot } from '../../../../src/panel/messages';
import { fakeGate, WORKSPACE, type FakeGateOptions } from '../../engine/fakeGate';
import { panelSnapshot } from '../../panel/panelSnapshot';
import { world as storyWorld } from '../story/storyWorld';

export interface Shown {
  readonly markdown: string;
  readonly buttons: readonly vscode.Command[];
  readonly followups: readonly vscode.ChatFollowup[];
}

export interface ChatWorld {
  /** Decides a call, and keeps it like a window. */
  readonly decided: (request: object) => Promise<Decision>;
  /** What the chat shows for `@automode /command prompt`. */
  readonly ask: (command: string | undefined, prompt?: string) => Promise<Shown>;
  readonly tools: DecisionTools;
  /** Ids of the calls that the user was asked to release. */
  readonly asked: string[];
}

export interface ChatWorldOptions extends FakeGateOptions {
  readonly snapshot?: Partial<PanelSnapshot>;
  readonly report?: Partial<ConfigurationReport>;
  /** What the user answers; an error: the release fails with it. */
  readonly released?: boolean | Error;
  readonly cancelled?: boolean;
}

/** A chat over decisions that the real engine made. */
export function chatWorld(options: ChatWorldOptions = {}): ChatWorld {
  const { calls, decided } = storyWorld(options);
  const gate = fakeGate(options);
  const status = (): PanelSnapshot => panelSnapshot(options.snapshot);
  const redact = (text: string): string => redactSecrets(text).text;
  const search = new DecisionSearch({ calls, denials: () => status().denials, redact });
  const release = new BlockedRelease({
    blocked: {
      call: (id) => {
        const call = calls.blocked(id);
        return Promise.resolve(call === undefined ? undefined : { ...call, secret: false });
      },
    },
    releasedFor: () => undefined,
    verdict: (request) => codeVerdict(request, gate),
    openWhole: () => Promise.resolve(),
    now: () => 0,
    language: 'en',
  });
  const asked: string[] = [];
  const answers = new ChatAnswers({
    search,
    status,
    config: () => Promise.resolve({ settings: {}, folders: [], ...options.report } as unknown as ConfigurationReport),
    tryCall: (text) =>
      triedCall(
        { text, rule: '', section: 'deny' },
        {
          world: gate,
          folder: WORKSPACE,
          explain: (command) => Promise.resolve(explanationText(explainCommand(command, WORKSPACE, gate))),
          ruleProblem: () => undefined,
        },
      ),
    releaseOf: (id) => release.releaseOf(id, true),
    allowOnce: (id) => {
      asked.push(id);
      const { released = true } = options;
      return typeof released === 'boolean' ? Promise.resolve({ released }) : Promise.reject(released);
    },
    redact,
    language: 'en',
  });
  const handler = new ChatHandler(answers, (markdown) => markdown);
  return {
    decided,
    asked,
    tools: new DecisionTools({ search, status }),
    ask: async (command, prompt = '') => {
      const parts: string[] = [];
      const buttons: vscode.Command[] = [];
      const stream = {
        markdown: (part: string) => {
          parts.push(part);
        },
        button: (button: vscode.Command) => {
          buttons.push(button);
        },
      };
      const result = await handler.handle({ command, prompt }, stream, {
        isCancellationRequested: options.cancelled === true,
      });
      return { markdown: parts.join('\n\n'), buttons, followups: handler.followups(result) };
    },
  };
}
