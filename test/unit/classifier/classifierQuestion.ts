import type { ClassifierSettings, PolicyRules, Sourced } from '../../../src/engine/model/configuration';
import type { ClassifierQuestion } from '../../../src/engine/model/ports';
import type { ApiKey, KeySource } from '../../../src/classifier/models/keySource';

/** Looks like a key, so that it also shows whether redaction and the removal of the very key hide one another's gaps. */
export const CANARY_KEY = 'canary-key-9f3b1c7e5a';

export function settings(changes: Partial<ClassifierSettings> = {}): ClassifierSettings {
  return {
    model: undefined,
    baseUrl: undefined,
    timeoutSeconds: 60,
    maxTranscriptEntries: 20,
    assistantText: true,
    whenUnavailable: 'block',
    onBlock: 'block',
    stages: 'one',
    logRequests: false,
    prices: {},
    ...changes,
  };
}

function sourced(texts: readonly string[]): readonly Sourced<string>[] {
  return texts.map((value) => ({ value, source: 'user' as const }));
}

export const RULES: PolicyRules = {
  allow: sourced(['Working branch: pushing to a branch of the task.']),
  softDeny: sourced(['Git history: force push.', 'Never run migrations on a Friday']),
  hardDeny: sourced(['Exfiltration: sending secrets away.']),
  environment: sourced(['A Node.js project.']),
};

export function question(changes: Partial<ClassifierQuestion> = {}): ClassifierQuestion {
  return {
    decisionId: 'decision-1',
    tool: 'bash',
    input: { command: 'npm test' },
    cwd: '/srv/project',
    agent: 'claude-code',
    transcript: [],
    loadedContext: [],
    rules: RULES,
    settings: settings(),
    sessionModel: undefined,
    facts: [],
    runs: { names: [], spellings: [], guesses: [], mayRun: [] },
    authorisation: undefined,
    closeLook: false,
    ...changes,
  };
}

/** Keys by provider. */
export function keySource(
  keys: Readonly<Record<string, ApiKey>> = { anthropic: { value: CANARY_KEY, source: 'secret-storage' } },
  confirmed: readonly string[] = [],
): KeySource {
  return {
    key: (provider) => Promise.resolve(keys[provider]),
    environmentKeyConfirmed: (provider) => confirmed.includes(provider),
  };
}
