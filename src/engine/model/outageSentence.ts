import type { OutageKind } from './decision';

const NO_JUDGEMENT = 'This is no judgement of the call: the classifier could not answer.';
const WAIT = 'Do not look for another way to do it: wait a moment and try it again unchanged, or tell the user.';
const REPORT_AND_WAIT = 'Do not look for another way to do it: tell the user, and wait until that is mended.';

/** An agent must not mistake an outage for a verdict. */
export function outageSentence(kind: OutageKind): string {
  switch (kind) {
    case 'rate-limit':
    case 'provider-error':
    case 'network':
    case 'timeout':
    case 'invalid-answer':
      return `${NO_JUDGEMENT} ${WAIT}`;
    case 'no-model':
    case 'model-changed':
    case 'no-key':
    case 'no-consent':
    case 'authentication':
    case 'access-blocked':
    case 'quota':
      return `${NO_JUDGEMENT} ${REPORT_AND_WAIT}`;
    case 'too-large':
      return 'This is no judgement of the call: it could not be judged as a whole.';
  }
}
