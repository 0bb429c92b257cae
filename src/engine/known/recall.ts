import type { CheckRequest } from '../../calls/request';
import type { EffectiveConfiguration } from '../model/configuration';
import type { KnownRound, KnownRounds, KnownStep } from '../model/knownRound';
import type { Containment, Gate, Removals } from '../model/ports';
import { askedAgain, type AskedPorts } from './askable';
import { haveSameItems, isSame } from './keptValue';
import { Recorder } from './recorder';

export interface Steps {
  readonly request: CheckRequest | undefined;
  readonly gate: Gate;
  /** @param work depends only on this request and gate, and the steps before */
  step<T>(work: () => T): T;
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
  known: KnownRounds,
): Recall | undefined {
  // Not canonical: the input's order is shown.
  const key = JSON.stringify(KEY_FIELDS.map((field) => request[field] ?? null));
  return known.comesAgain(key) ? new Recall(request, key, gate, configuration, known) : undefined;
}

/**
 * A first round need not run again while all that it asked has the same answers: it follows from its key, the
 * configuration, the machine and those answers alone. From the first new answer on, all is done anew.
 */
export class Recall implements Steps {
  readonly request: CheckRequest;
  readonly gate: Gate;
  readonly #key: string;
  readonly #rounds: KnownRounds;
  readonly #ports: AskedPorts;
  readonly #recorder: Recorder;
  readonly #round: Omit<KnownRound, 'steps'>;
  readonly #known: readonly KnownStep[];
  readonly #steps: KnownStep[] = [];
  #isAnew = false;
  #hasNew = false;

  constructor(
    request: CheckRequest,
    key: string,
    gate: Gate,
    configuration: EffectiveConfiguration,
    rounds: KnownRounds,
  ) {
    const { files, writes, memory, user } = gate;
    this.#ports = { files, writes, memory, user, request };
    this.#recorder = new Recorder(this.#ports);
    this.#key = key;
    this.#rounds = rounds;
    this.#round = { configuration, machine: Object.values(gate.machine) };
    this.#known = stepsOf(rounds.get(key), this.#round);
    this.request = this.#recorder.port('request', IN_KEY);
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
    if (this.#hasNew) this.#rounds.set(this.#key, { ...this.#round, steps: this.#steps });
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
    redact: recorder.unkept(gate.redact),
    newId: recorder.unkept(() => gate.newId()),
    writeLog: recorder.unkept((...given) => gate.writeLog(...given)),
    note: recorder.unkept((decision) => {
      gate.note(decision);
    }),
  };
  return recorded;
}
