import type { CheckRequest } from '../../calls/request';
import type { GivenAnswers } from '../model/answers';
import type { EffectiveConfiguration } from '../model/configuration';
import type { KnownRound, KnownRounds, KnownStep } from '../model/knownRound';
import type { Containment, Gate, Removals } from '../model/ports';
import { holdsStill, type AskedPorts } from './askable';
import { haveSameItems } from './keptValue';
import { Recorder } from './recorder';

/** What a round may ask. */
export interface RoundPorts {
  readonly request: CheckRequest | undefined;
  readonly gate: Gate;
  readonly answers: GivenAnswers;
}

export interface Steps extends RoundPorts {
  /** @param work depends only on this request, gate and answers, and the steps before */
  step<T>(work: () => T): T;
}

export interface KnownCall {
  readonly rounds: KnownRounds;
  /** Rounds of this decision before this one. */
  readonly before: number;
}

/** A slower step may have hit a time limit. */
const SLOW_MS = 50;

const IN_KEY: ReadonlySet<PropertyKey> = new Set<keyof CheckRequest>(['tool', 'agent', 'cwd', 'input']);

/** @returns undefined for a call seen for the first time */
export function recallOf(
  request: CheckRequest,
  gate: Gate,
  configuration: EffectiveConfiguration,
  answers: GivenAnswers,
  { rounds, before }: KnownCall,
): Recall | undefined {
  const { tool, agent = null, cwd = null, input } = request;
  // Not canonical: the input's order is shown.
  const first = JSON.stringify([tool, agent, cwd, input]);
  const key = before === 0 ? first : `${first}${before}`;
  // Up to the first stage with an answer, a later round is like the first.
  const known = rounds.get(key) ?? (before === 0 ? undefined : rounds.get(first));
  if (known === undefined && (before > 0 || !rounds.comesAgain(first))) return undefined;
  return new Recall(request, answers, gate, configuration, known, (round) => {
    rounds.set(key, round);
  });
}

/**
 * A round need not run again while all that it asked has the same answers: it follows from its key, the
 * configuration, the machine and those answers alone. From the first new answer on, all is done anew.
 */
export class Recall implements Steps {
  readonly #gate: Gate;
  readonly #set: (round: KnownRound) => void;
  readonly #ports: AskedPorts;
  readonly #round: Omit<KnownRound, 'steps'>;
  readonly #known: readonly KnownStep[];
  readonly #steps: KnownStep[] = [];
  #recording: Recording | undefined;
  #isAnew = false;
  #hasNew = false;

  constructor(
    request: CheckRequest,
    answers: GivenAnswers,
    gate: Gate,
    configuration: EffectiveConfiguration,
    known: KnownRound | undefined,
    set: (round: KnownRound) => void,
  ) {
    const { files, writes, memory, user } = gate;
    const words = { redact: (text: string) => gate.redact(text) };
    this.#ports = { files, writes, memory, user, request, answers, words };
    this.#gate = gate;
    this.#set = set;
    this.#round = { configuration, machine: Object.values(gate.machine) };
    this.#known = stepsOf(known, this.#round);
  }

  get request(): CheckRequest {
    return this.#recorded().request;
  }

  get answers(): GivenAnswers {
    return this.#recorded().answers;
  }

  get gate(): Gate {
    return this.#recorded().gate;
  }

  /** Made for the first step that is done anew: most rounds have none. */
  #recorded(): Recording {
    this.#recording ??= recordingOf(this.#gate, this.#ports);
    return this.#recording;
  }

  step<T>(work: () => T): T {
    const known = this.#isAnew ? undefined : this.#known[this.#steps.length];
    if (known !== undefined && this.#holds(known)) {
      this.#steps.push(known);
      // The steps and their order are fixed.
      return known.result as T;
    }
    this.#isAnew = true;
    return this.#taken(work);
  }

  keep(): void {
    if (this.#hasNew) this.#set({ ...this.#round, steps: this.#steps });
  }

  #taken<T>(work: () => T): T {
    const { clock } = this.#gate;
    const { recorder } = this.#recorded();
    const started = clock.monotonic();
    let result: T;
    try {
      result = work();
    } catch (error) {
      recorder.stop();
      throw error;
    }
    if (clock.monotonic() - started > SLOW_MS) recorder.stop();
    if (!recorder.hasStopped) {
      this.#steps.push({ ...recorder.taken(), result });
      this.#hasNew = true;
    }
    return result;
  }

  #holds({ asked }: KnownStep): boolean {
    try {
      return asked.every((question) => holdsStill(question, this.#ports));
    } catch {
      return false;
    }
  }
}

interface Recording extends RoundPorts {
  readonly request: CheckRequest;
  readonly recorder: Recorder;
}

function recordingOf(gate: Gate, ports: AskedPorts): Recording {
  const recorder = new Recorder(ports);
  return {
    recorder,
    request: recorder.port('request', IN_KEY),
    answers: recorder.port('answers'),
    gate: recordedGate(gate, recorder),
  };
}

function stepsOf(known: KnownRound | undefined, round: Omit<KnownRound, 'steps'>): readonly KnownStep[] {
  if (known?.configuration !== round.configuration) return [];
  return haveSameItems(known.machine, round.machine) ? known.steps : [];
}

function unkeptContainment(containment: Containment, recorder: Recorder): Containment {
  return {
    unavailable: recorder.unkept(() => containment.unavailable()),
    objection: recorder.unkept((...given) => containment.objection(...given)),
    stoppedBefore: recorder.unkept((...given) => containment.stoppedBefore(...given)),
    wantsTrial: recorder.unkept((...given) => containment.wantsTrial(...given)),
    trial: recorder.unkept((...given) => containment.trial(...given)),
    prepare: recorder.unkept((...given) => containment.prepare(...given)),
  };
}

function unkeptRemovals(removals: Removals, recorder: Recorder): Removals {
  return {
    discarded: recorder.unkept((...given) => removals.discarded(...given)),
    keep: recorder.unkept((...given) => removals.keep(...given)),
  };
}

/** A part missing here does not compile. */
function recordedGate(gate: Gate, recorder: Recorder): Gate {
  const recorded: Required<Omit<Gate, 'known'>> = {
    machine: gate.machine,
    files: recorder.port('files'),
    writes: recorder.port('writes'),
    memory: recorder.port('memory'),
    user: recorder.port('user'),
    clock: { now: recorder.unkept(() => gate.clock.now()), monotonic: () => gate.clock.monotonic() },
    classifier: {
      usable: recorder.unkept((...given) => gate.classifier.usable(...given)),
      classify: recorder.unkept((...given) => gate.classifier.classify(...given)),
    },
    containment: gate.containment === undefined ? undefined : unkeptContainment(gate.containment, recorder),
    removals: gate.removals === undefined ? undefined : unkeptRemovals(gate.removals, recorder),
    configurationFor: recorder.unkept((...given) => gate.configurationFor(...given)),
    redact: recorder.port('words').redact,
    newId: recorder.unkept(() => gate.newId()),
    writeLog: recorder.unkept((...given) => gate.writeLog(...given)),
    note: recorder.unkept((decision) => {
      gate.note(decision);
    }),
  };
  return recorded;
}
