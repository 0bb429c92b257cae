import type { EffectiveConfiguration } from '../engine/model/configuration';
import type { PermissionEntry } from '../rules/permissionEntry';
import type { Classifier, Gate, GateMemory } from '../engine/model/ports';

/** The deciding window lacks them. */
const OF_THIS_WINDOW: ReadonlySet<PermissionEntry['source']> = new Set(['workspace', 'folder']);

const NOTHING_AGAINST_IT: Classifier = {
  usable: () => Promise.resolve(true),
  classify: () =>
    Promise.resolve({
      kind: 'verdict',
      decision: 'allow',
      tier: 'none',
      rule: undefined,
      reason: 'Another window judges this call.',
      usage: { provider: 'none', model: 'none', latencyMs: 0 },
    }),
};

/**
 * For another window's calls: only deny and ask rules and the hard floor. No classifier, no memory; only blocks are
 * recorded.
 */
export function restrainingGate(gate: Gate): Gate {
  const restraining = new WeakMap<EffectiveConfiguration, EffectiveConfiguration>();
  const memory: GateMemory = {
    holdsAllowOnce: () => false,
    takeAllowOnce: () => false,
    cached: () => false,
    remember: () => undefined,
    paused: false,
    livingShellChanged: () => true,
    noteLivingShellChanged: () => undefined,
    ignoresEntry: (text) => gate.memory.ignoresEntry(text),
    ignoreEntry: (text) => {
      gate.memory.ignoreEntry(text);
    },
    exempted: (key) => gate.memory.exempted(key),
    exempt: (key) => {
      gate.memory.exempt(key);
    },
  };
  return {
    machine: gate.machine,
    files: gate.files,
    writes: gate.writes,
    clock: gate.clock,
    user: gate.user,
    redact: gate.redact,
    newId: () => gate.newId(),
    classifier: NOTHING_AGAINST_IT,
    memory,
    // Does not bind the session to this window.
    configurationFor: (cwd) => {
      const whole = gate.configurationFor(cwd, undefined);
      const known = restraining.get(whole) ?? {
        ...whole,
        permissions: {
          deny: whole.permissions.deny,
          // The deciding window asks shared rules.
          ask: whole.permissions.ask.filter(({ source }) => OF_THIS_WINDOW.has(source)),
          allow: [],
        },
      };
      restraining.set(whole, known);
      return known;
    },
    writeLog: (decision, input) => decision.outcome !== 'block' || gate.writeLog(decision, input),
    note: (decision) => {
      if (decision.outcome === 'block') gate.note(decision);
    },
  };
}
