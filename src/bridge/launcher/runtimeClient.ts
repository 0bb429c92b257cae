import { WITH_ENVIRONMENT } from '../protocol/requestBody';
import { TOKEN_HEADER } from '../protocol/token';
import { RUNTIME_CLIENT } from './programTexts';

/** An answer has a few kB, and 10 kB of heartbeats. */
export const MAX_ANSWER_BYTES = 1_000_000;

export function runtimeClient(): string {
  const facts = { tokenHeader: TOKEN_HEADER, contentType: WITH_ENVIRONMENT, maxAnswerBytes: MAX_ANSWER_BYTES };
  return RUNTIME_CLIENT.replace(/^const facts = __FACTS__;$/m, () => `const facts = ${JSON.stringify(facts)};`);
}
