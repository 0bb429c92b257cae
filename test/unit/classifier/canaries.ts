/** Secrets that are planted wherever text of others goes in, and searched for wherever something comes out. None is real. */
import type { ClassifierQuestion } from '../../../src/engine/model/ports';
import { CANARY_KEY, RULES } from './classifierQuestion';

const BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCcanary7'.repeat(2);

/** The text as somebody would write it, and the part that must not come out. */
const PLANTED: Readonly<Record<string, readonly [text: string, secret: string]>> = {
  ownKey: [`use ${CANARY_KEY} there`, CANARY_KEY],
  anthropic: [`sk-ant-api03-${'canaryA1'.repeat(6)}`, 'canaryA1canaryA1'],
  openai: [`sk-proj-${'canaryB2'.repeat(5)}`, 'canaryB2canaryB2'],
  google: [`AIza${'canaryC3x'.repeat(4).slice(0, 35)}`, 'canaryC3xcanaryC3x'],
  aws: ['AKIACANARYD4CANARYD4', 'CANARYD4CANARYD4'],
  awsSecret: [`AWS_SECRET_ACCESS_KEY=${'canaryE5/'.repeat(4)}abcd`, 'canaryE5/canaryE5'],
  privateKey: [`-----BEGIN PRIVATE KEY-----\n${BODY}\n-----END PRIVATE KEY-----`, BODY],
  token: [`eyJhbGciOiJIUzI1NiJ9.eyJ${'canaryF6'.repeat(4)}.${'canaryG7'.repeat(4)}`, 'canaryG7canaryG7'],
  address: ['https://deploy:canaryH8pass@example.com/x', 'canaryH8pass'],
};

/** All of them, a line each. */
export const PLANTED_TEXT = plantedText(Object.values(PLANTED));

/** Without the provider's own key, which is known only where it is in use. */
export const PLANTED_FORMS = plantedText(Object.values(PLANTED).slice(1));

function plantedText(planted: readonly (readonly [text: string, secret: string])[]): string {
  return planted.map(([text]) => text).join('\n');
}

const SECRETS = Object.values(PLANTED).map(([, secret]) => secret);

/** Which of the secrets stand in a text, whatever JSON has made of their slashes. */
export function secretsIn(text: string): readonly string[] {
  return SECRETS.filter((secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)));
}

/** A question with all of them everywhere. */
export function plantedQuestion(): Partial<ClassifierQuestion> {
  return {
    tool: 'bash',
    input: { command: `run '${PLANTED_TEXT}'` },
    transcript: [
      { role: 'user', text: PLANTED_TEXT },
      { role: 'assistant', text: PLANTED_TEXT },
      { role: 'tool_call', tool: 'write', input: { content: PLANTED_TEXT } },
    ],
    loadedContext: [{ path: `/srv/${CANARY_KEY}/AGENTS.md`, text: PLANTED_TEXT }],
    facts: [`Runs ${JSON.stringify(PLANTED_TEXT)}.`],
    rules: { ...RULES, environment: [{ value: PLANTED_TEXT, source: 'user' }] },
  };
}
