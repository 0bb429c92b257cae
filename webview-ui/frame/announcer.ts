import { t } from '@vscode/l10n';
import { modeText } from '../../src/texts/modeText';
import { alarmText } from '../../src/texts/alarmText';
import type { PanelAgent, PanelMode, PanelProblem, PanelSnapshot } from '../../src/panel/messages';

/** Between sentences about decisions: a screen reader's user must be able to do something else. */
const SILENCE_MS = 5000;

/** The gate does not work as the user expects. */
const FAILURES: ReadonlySet<PanelMode> = new Set([
  'paused',
  'outage',
  'configuration-error',
  'untrusted',
  'not-started',
] satisfies readonly PanelMode[]);

export interface Announcements {
  /** Spoken when the user is idle. */
  readonly say: (text: string) => void;
  /** Spoken at once. */
  readonly warn: (text: string) => void;
}

/**
 * For screen readers: blocked calls, at most one sentence every few seconds; at once alarms, problems and failing
 * modes, when they begin.
 */
export class Announcer {
  #shown: PanelSnapshot | undefined;
  #announced: PanelSnapshot | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly announcements: Announcements) {}

  /** The state at opening is no news. */
  show(snapshot: PanelSnapshot): void {
    const before = this.#shown;
    this.#shown = snapshot;
    if (before === undefined) {
      this.#announced = snapshot;
      return;
    }
    const failures = [
      newFailure(before.mode, snapshot),
      newProblem(before.problems, snapshot.problems),
      newAlarm(before.agents, snapshot.agents),
    ].filter((text) => text !== undefined);
    // Each warning replaces the last.
    if (failures.length > 0) this.announcements.warn(failures.join(' '));
    if (this.#silence === undefined) this.#announce();
  }

  #announce(): void {
    this.#silence = undefined;
    const { announcements } = this;
    const text = newDenials(this.#announced, this.#shown);
    this.#announced = this.#shown;
    if (text === undefined) return;
    announcements.say(text);
    this.#silence = setTimeout(() => {
      this.#announce();
    }, SILENCE_MS);
  }
}

function newDenials(before: PanelSnapshot | undefined, now: PanelSnapshot | undefined): string | undefined {
  const known = new Set(before?.denials.map(({ id }) => id));
  const fresh = now?.denials.filter(({ id }) => !known.has(id)) ?? [];
  const [last] = fresh;
  if (last === undefined) return undefined;
  // The list of denials need not hold all new ones.
  const count = Math.max(fresh.length, (now?.counters.blocked ?? 0) - (before?.counters.blocked ?? 0));
  const { tool, reason } = last;
  if (count > 1) return t('{count} more calls were blocked. The last: {tool}. {reason}', { count, tool, reason });
  return last.outage === undefined
    ? t('Blocked: {tool}. {reason}', { tool, reason })
    : t('Could not be judged: {tool}. {reason}', { tool, reason });
}

function newFailure(before: PanelMode, { mode, modeDetail }: PanelSnapshot): string | undefined {
  if (mode === before || !FAILURES.has(mode)) return undefined;
  const { word, sentence } = modeText(mode);
  const text = t('Auto Mode now: {mode}. {sentence}', { mode: word, sentence });
  return modeDetail === undefined ? text : `${text} ${modeDetail}`;
}

function newProblem(before: readonly PanelProblem[], problems: readonly PanelProblem[]): string | undefined {
  const fresh = problems.filter((problem) => !before.some((known) => isSame(known, problem)));
  const [first] = fresh;
  if (first === undefined) return undefined;
  const { entry, message } = first;
  return fresh.length === 1
    ? t('Problem: {entry}. {message}', { entry, message })
    : t('{count} new problems. The first: {entry}. {message}', { count: fresh.length, entry, message });
}

function isSame(one: PanelProblem, other: PanelProblem): boolean {
  return one.entry === other.entry && one.message === other.message;
}

function newAlarm(before: readonly PanelAgent[], agents: readonly PanelAgent[]): string | undefined {
  const known = new Set(before.flatMap(({ alarms }) => alarms.map(({ id }) => id)));
  const agent = agents.find(({ alarms }) => alarms.some(({ id }) => !known.has(id)));
  const alarm = agent?.alarms.find(({ id }) => !known.has(id));
  if (agent === undefined || alarm === undefined) return undefined;
  return t('Alarm: {agent} did not keep to a verdict. {alarm}', {
    agent: agent.name,
    alarm: alarmText(alarm.kind, alarm.tool),
  });
}
