import { join } from 'node:path';
import type { Decision } from '../../../src/engine/model/decision';
import { GateState } from '../../../src/log/gateState';
import { decision } from '../engine/model/decisions';
import { temporaryFolder } from './temporaryFolder';

export const LIMITS = { consecutive: 3, total: 5 };
export const SECRET = 'the-secret';

/** Short words for decisions, so that a course of events reads as one line. */
export const EVENTS: Record<string, Partial<Decision>> = {
  block: {},
  hard: { tier: 'hard_deny' },
  none: { tier: 'none' },
  allow: { outcome: 'allow', tier: 'none' },
  cache: { outcome: 'allow', stage: 'cache', classifier: undefined },
  safe: { outcome: 'allow', stage: 'safe-tool', classifier: undefined },
  user: { outcome: 'allow', stage: 'user' },
  declined: { stage: 'user' },
  deny: { stage: 'permissions.deny', classifier: undefined },
  floor: { stage: 'hard-deny', tier: 'hard_deny', classifier: undefined },
  outage: { outage: 'timeout', tier: 'none' },
  // The classifier allowed, but the log could not be written.
  unlogged: { tier: 'allow' },
  defer: { outcome: 'defer', stage: 'disabled' },
};
// The gate itself failed in the classifier's stage: nobody's word.
const { tier: _tier, classifier: _classifier, ...failure } = decision();

export interface GateStateRoom {
  /** In milliseconds. */
  now: number;
  readonly folder: () => string;
  readonly file: () => string;
  readonly start: (path?: string) => GateState;
  /** @param events names of `EVENTS`, or `failure` */
  readonly record: (state: GateState, ...events: readonly string[]) => void;
}

/** A folder for states, which are disposed of after each test. */
export function gateStateRoom(): GateStateRoom {
  const folder = temporaryFolder();
  const open: GateState[] = [];
  const file = (): string => join(folder(), 'state', 'gate.json');
  const room: GateStateRoom = {
    now: 0,
    folder,
    file,
    start: (path = file()) => {
      const state = new GateState({
        file: path,
        redact: (text) => text.replaceAll(SECRET, '***'),
        clock: { now: () => 0, monotonic: () => room.now },
      });
      open.push(state);
      return state;
    },
    record: (state, ...events) => {
      for (const event of events) {
        state.record(event === 'failure' ? failure : decision(EVENTS[event]), LIMITS);
      }
    },
  };
  beforeEach(() => {
    room.now = 1_000_000;
  });
  afterEach(() => {
    for (const state of open.splice(0)) state.dispose();
  });
  return room;
}
