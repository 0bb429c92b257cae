import type { CheckRequest } from '../../calls/request';
import type { GivenAnswers } from '../model/answers';
import type { EffectiveConfiguration } from '../model/configuration';
import type { KnownRound, KnownRounds, KnownStep } from '../model/knownRound';
import type { Containment, Gate, Removals } from '../model/ports';
import { askedAgain, type AskedPorts } from './askable';
import { haveSameItems, isSame } from './keptValue';
import { Recorder } from './recorder';

export interface Steps {
  readonly request: CheckRequest | undefined;
  readonly gate: Gate;
  readonly answers: GivenAnswers;
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

const KEY_FIELDS = ['tool', 'agent', 'cwd', 'input'] as const satisfies readonly (keyof CheckRequest)[];
const IN_KEY: ReadonlySet<PropertyKey> = new Set(KEY_FIELDS);

/** @returns undefined for a call seen for the first time */
export function recallOf(
  request: CheckRequest,
  gate: Gate,
  configuration: EffectiveConfiguration,
  answers: GivenAnswers,
  { rounds, before }: KnownCall,
): Recall | undefined {
  // Not canonical: the input's order is shown.
  const first = JSON.stringify(KEY_FIELDS.map((field) => request[field] ?? null));
  const comesAgain = before === 0 ? rounds.comesAgain(first) : rounds.get(first) !== undefined;
  if (!comesAgain) return undefined;
  const key = before === 0 ? first : `${first}${before}`;
  // Up to the first stage with an answer, a later round is like the first.
  const known = rounds.get(key) ?? rounds.get(first);
  return new Recall(request, answers, gate, configuration, known, (round) => {
    rounds.set(key, round);
  });
}

/**
 * A round need not run again while all that it asked has the same answers: it follows from its key, the
 * configuration, the machine and those answers alone. From the first new answer on, all is done anew.
 */
export class Recall implements Steps {
  readonly request: CheckRequest;
  readonly gate: Gate;
  readonly answers: GivenAnswers;
  readonly #set: (round: KnownRound) => void;
  readonly #ports: AskedPorts;
  readonly #recorder: Recorder;
  readonly #round: Omit<KnownRound, 'steps'>;
  readonly #known: readonly KnownStep[];
  readonly #steps: KnownStep[] = [];
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
    this.#recorder = new Recorder(this.#ports);
    this.#set = set;
    this.#round = { configuration, machine: Object.values(gate.machine) };
    this.#known = stepsOf(known, this.#round);
    this.request = this.#recorder.port('request', IN_KEY);
    this.answers = this.#recorder.port('answers');
    this.gate = recordedGate(gate, this.#recorder);
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
    const { clock } = this.gate;
    const started = clock.monotonic();
    let result: T;
    try {
      result = work();
    } catch (error) {
      this.#recorder.stop();
      throw error;
    }
    if (clock.monotonic() - started > SLOW_MS) this.#recorder.stop();
    if (!this.#recorder.hasStopped) {
      this.#steps.push({ ...this.#recorder.taken(), result });
      this.#hasNew = true;
    }
    return result;
  }

  #holds({ asked }: KnownStep): boolean {
    try {
      return asked.every((question) => isSame(question.answer, askedAgain(question, this.#ports)));
    } catch {
      return false;
    }
  }
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
