import { randomUUID } from 'node:crypto';
import { RecentRounds } from '../engine/known/recentRounds';
import type { Decision } from '../engine/model/decision';
import type { JsonValue } from '../common/json';
import type { Classifier, Containment, Gate, GateMemory, Removals, UserPrompts } from '../engine/model/ports';
import type { Clock } from '../common/clock';
import type { FileSystem } from '../files/fileSystem';
import type { MachineFacts } from '../files/machineFacts';
import type { SessionFolders } from './sessionFolders';
import { windowConfiguration } from './windowConfiguration';
import { WrittenContent } from './writtenContent';

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

export interface GateHostParts {
  readonly machine: MachineFacts;
  readonly files: FileSystem;
  readonly classifier: Classifier;
  readonly containment?: Containment;
  readonly removals?: Removals;
  readonly user: UserPrompts;
  readonly memory: GateMemory;
  readonly sessions: SessionFolders;
  readonly redact: (text: string) => string;
  readonly isOff: (sessionId: string | undefined) => boolean;
  readonly writeLog: (decision: Decision, input: JsonValue | undefined) => boolean;
  readonly note: (decision: Decision) => void;
}

export function gateHost(parts: GateHostParts): Gate {
  const { machine, files, classifier, containment, removals, user, memory, sessions, redact, isOff, writeLog, note } =
    parts;
  return {
    machine,
    files,
    classifier,
    containment,
    removals,
    user,
    memory,
    writes: new WrittenContent(),
    clock: systemClock,
    configurationFor: windowConfiguration(sessions, isOff),
    redact,
    newId: () => randomUUID(),
    writeLog,
    note,
    known: new RecentRounds(),
  };
}
