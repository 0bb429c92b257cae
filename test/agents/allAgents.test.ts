/** The product from end to end with all agents that run here: connected at once, in one folder that a real VS Code has open. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { COMMANDS } from '../../src/config/contributions';
import { CONNECTABLE_AGENTS } from '../../src/facts/agents';
import type { GateStatus } from '../../src/gate/api';
import { panelOf } from '../editor/autoModePanel';
import { dialogsOf } from '../editor/dialogs';
import { quickPicksOf } from '../editor/quickPicks';
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';
import {
  clear,
  isFirstLook,
  lookCloser,
  startAnthropicServer,
  verdict,
  type AnthropicServer,
} from '../modelServer/anthropicServer';
import { LIVE_AGENTS, type PreparedAgent } from './sessions/liveAgents';
import { loggedDecisions } from './loggedDecisions';

/** What becomes of a call, and the words of its row: what is decided, and who decides. */
const KINDS = {
  fine: ['allowed', 'Judge'],
  unwanted: ['blocked', 'Judge'],
  denied: ['blocked', 'Rule'],
  approved: ['allowed', 'Judge'],
  declined: ['blocked', 'You'],
} as const;
type Kind = keyof typeof KINDS;

/** The ten calls of each agent. */
const CALLS: readonly Kind[] = [
  ...(['fine', 'denied', 'approved', 'unwanted', 'fine'] as const),
  ...(['declined', 'fine', 'denied', 'unwanted', 'fine'] as const),
];
/** With all of them two cores would be busy for minutes. */
const AT_WORK = 3;
const SECONDS = 600;

interface Call {
  readonly kind: Kind;
  /** What it makes; the judge and who answers a dialog tell by its name what is to become of it. */
  readonly file: string;
}
const callsOf = (agent: string): readonly Call[] =>
  CALLS.map((kind, index) => ({ kind, file: `${kind}-${agent}-${index}` }));
const filesOf = (...kinds: readonly Kind[]): readonly string[] =>
  LIVE_AGENTS.flatMap(({ id }) => callsOf(id))
    .flatMap(({ kind, file }) => (kinds.includes(kind) ? [file] : []))
    .sort();
/** The last call that a text names: in a request to the judge, the action. */
const lastCallIn = (text: string): string => /.*touch ([a-z]+-[a-z-]+-\d)/s.exec(text)?.[1] ?? '';

const nameOf = (agent: string): string =>
  CONNECTABLE_AGENTS.find(({ id }) => id === agent)?.name ?? assert.fail(`${agent} is unknown`);

type Files = ReadonlyMap<string, string>;

/** Every file below a home but the product's own, as bytes in base64; its copies of settings stay for the user. */
function filesBelow(home: string): Files {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile() && !entry.name.includes('.before-auto-mode-'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.startsWith(join(home, '.auto-mode')))
      .map((path) => [relative(home, path), readFileSync(path).toString('base64')]),
  );
}

function changedFiles(before: Files, after: Files): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

describe('all agents at once in a folder that VS Code has open', function () {
  this.timeout(900_000);
  const stops: (() => Promise<void>)[] = [];
  const agents = new Map<string, PreparedAgent>();
  let judge: AnthropicServer;
  let original: Files;
  let byConnecting: readonly string[];
  let byUser: readonly string[];

  before(async () => {
    judge = await startAnthropicServer((request) => {
      const isWanted = !lastCallIn(request.rawBody).startsWith('unwanted-');
      if (isFirstLook(request)) return isWanted ? clear() : lookCloser();
      return isWanted ? verdict('allow', 'none', 'It is the task.') : verdict('block', 'soft_deny', 'Nobody asked.');
    });
    stops.push(() => judge.stop());
  });

  const used = useEditor(() => ({
    name: 'all-agents',
    settings: {
      'autoMode.permissions.deny': ['bash(touch denied-*)'],
      'autoMode.permissions.ask': ['bash(touch approved-*)', 'bash(touch declined-*)'],
      // What they touch is for the classifier.
      'autoMode.fastPaths.workspaceWrites': false,
      'autoMode.classifier.model': 'anthropic/claude-haiku-4-5-20251001',
      'autoMode.classifier.baseUrl': judge.url,
      // Else so many blocks pause it.
      'autoMode.pause.consecutive': 1000,
      'autoMode.pause.total': 1000,
    },
    env: { ANTHROPIC_API_KEY: 'test-key-of-no-account' },
  }));

  before(async () => {
    const { home, workspace: cwd } = used.editor;
    for (const { id, prepare } of LIVE_AGENTS) {
      const commands = callsOf(id).map(({ file }) => `touch ${file}`);
      const agent = await prepare({ home, cwd, seconds: SECONDS }, commands, async (starting) => {
        const model = await starting;
        stops.push(() => model.stop());
        return model.url;
      });
      agents.set(id, agent);
    }
  });
  after(() => Promise.all(stops.map((stop) => stop())));

  const panel = panelOf(used);
  const { dialog, button, press } = dialogsOf(used);
  const { fromPalette, input } = quickPicksOf(used);

  /** Runs the command for all, with the agents that its list has ticked by itself. */
  async function changeAll(step: 'Connect' | 'Disconnect'): Promise<void> {
    await fromPalette(`${step} All Agents`);
    await used.window.page.locator('.quick-input-title', { hasText: `${step} Agents` }).waitFor();
    await input().press('Enter');
    await dialog().waitFor();
    await used.window.screenshot(`all-agents-${step.toLowerCase()}`);
    await press(step);
  }

  type Shown = readonly [id: string, state: string, alarms: number];
  const shownAgents = async (): Promise<readonly Shown[]> => {
    const { agents: shown } = await used.window.executeCommand<GateStatus>(COMMANDS.status, {});
    return shown
      .filter(({ state }) => state !== 'not-connected')
      .map(({ id, state, alarms, earlierAlarms = 0 }) => [id, state, alarms.length + earlierAlarms]);
  };
  const all = (state: string): readonly Shown[] => LIVE_AGENTS.map(({ id }) => [id, state, 0]);

  /** Answers every dialog until the agents are done; gives what each was about. */
  async function answerUntil(done: AbortSignal): Promise<readonly string[]> {
    const asked: string[] = [];
    while (!done.aborted) {
      const [shown] = await dialog().elementHandles();
      if (shown === undefined) {
        await delay(100);
        continue;
      }
      const call = lastCallIn(await shown.innerText());
      asked.push(call);
      await button(call.startsWith('approved-') ? 'Yes, continue' : 'Decline').click();
      // The next one may be there before this one is seen to be gone.
      await shown.waitForElementState('hidden');
    }
    return asked;
  }

  /** The sessions of the agents, some at a time; gives what each agent asked its own user. */
  async function work(): Promise<Readonly<Record<string, number>>> {
    const waiting = [...agents];
    const questions: Record<string, number> = {};
    const inTurn = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [id, { run }] = next;
        questions[id] = (await run()) ?? 0;
      }
    };
    await Promise.all(Array.from({ length: AT_WORK }, inTurn));
    return questions;
  }

  it('are connected by one command, which finds those that are used here', async () => {
    const { home } = used.editor;
    original = filesBelow(home);
    await changeAll('Connect');
    await until(shownAgents, all('connected'));
    const connected = filesBelow(home);
    byConnecting = changedFiles(original, connected);
    assert.ok(byConnecting.length >= LIVE_AGENTS.length, byConnecting.join(' '));
    for (const { trust } of agents.values()) await trust?.();
    byUser = changedFiles(connected, filesBelow(home));
  });

  it('ask the user of VS Code once and nobody else, and what is blocked does not run', async () => {
    const done = new AbortController();
    const answering = answerUntil(done.signal);
    const questions = await work().finally(() => {
      done.abort();
    });
    assert.deepEqual([...(await answering)].sort(), filesOf('approved', 'declined'));
    assert.deepEqual(questions, Object.fromEntries(LIVE_AGENTS.map(({ id }) => [id, 0])));
    const made = readdirSync(used.editor.workspace).filter((name) => lastCallIn(`touch ${name}`) !== '');
    assert.deepEqual(made.sort(), filesOf('fine', 'approved'));
  });

  it('are in the history as themselves, each in one session', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    const list = panel().locator('auto-mode-activity');
    const labels = (): Promise<readonly string[]> =>
      list
        .locator('.decision')
        .evaluateAll((rows) => rows.map((row) => (row as unknown as { ariaLabel: string }).ariaLabel));
    const shown = async (): Promise<readonly string[]> => [
      ...(await list.locator('.session').allInnerTexts()),
      ...(await labels()),
    ];
    await list.locator('select').waitFor();
    await used.window.screenshot('all-agents-history');
    for (const { id } of LIVE_AGENTS) {
      const name = nameOf(id);
      await list.locator('select').selectOption(name);
      const rows = callsOf(id).map(({ kind, file }) => {
        const [outcome, decider] = KINDS[kind];
        return [outcome, `touch ${file}`, decider, name];
      });
      // Newest first, without the age and the check.
      await until(
        async () => (await shown()).map((line) => line.split(', ').slice(0, 4)),
        [[`${name} · workspace`], ...rows.reverse()],
      );
    }
  });

  it('were at work at the same time, and were each asked about once', () => {
    const decisions = loggedDecisions(used.editor.root);
    assert.equal(decisions.length, CALLS.length * LIVE_AGENTS.length);
    const sessions = new Set(decisions.map(({ agent, sessionId }) => JSON.stringify([agent, sessionId])));
    assert.equal(sessions.size, LIVE_AGENTS.length, [...sessions].join());
    const turns = decisions.filter(({ agent }, index) => agent !== decisions[index - 1]?.agent);
    assert.ok(turns.length > LIVE_AGENTS.length, `${turns.length} turns`);
  });

  it('are called protected: each was seen to keep to the verdicts, and no alarm was raised', async () => {
    await until(shownAgents, all('protected'));
  });

  it('are given back byte for byte by one command', async () => {
    const { home } = used.editor;
    const last = filesBelow(home);
    await changeAll('Disconnect');
    await until(shownAgents, []);
    const restored = filesBelow(home);
    assert.deepEqual(changedFiles(last, restored), byConnecting);
    // The agents have made files of their own.
    const kept = [...original.keys()].filter((path) => !byUser.includes(path));
    for (const path of [...kept, ...byConnecting]) assert.equal(restored.get(path), original.get(path), path);
  });
});
