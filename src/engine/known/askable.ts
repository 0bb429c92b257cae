import type { CheckRequest } from '../../calls/request';
import type { GivenAnswers } from '../model/answers';
import type { AskedPort, AskedQuestion, AskedSearch } from '../model/knownRound';
import type { Gate } from '../model/ports';
import { isSameSearch } from './askedSearch';
import { isSame } from './keptValue';

export type AskedPorts = Pick<Gate, Exclude<AskedPort, 'request' | 'answers' | 'words'>> & {
  readonly request: CheckRequest;
  readonly answers: GivenAnswers;
  readonly words: Pick<Gate, 'redact'>;
};

/** No effect, and the words of question and answer hold all that counts: it may be asked again. */
const ASKABLE: { readonly [Port in Exclude<AskedPort, 'request'>]: readonly (keyof AskedPorts[Port])[] } = {
  files: [
    'inspect',
    'realPath',
    'otherNames',
    'readLink',
    'listNames',
    'readText',
    'readContent',
    'isRemote',
    'heldByVersionControl',
    'versionControlStates',
    'gitLinks',
    'changedByBranch',
  ],
  writes: ['wrote', 'lastWrite'],
  memory: ['holdsAllowOnce', 'cached', 'paused', 'livingShellChanged', 'ignoresEntry', 'exempted'],
  user: ['available'],
  words: ['redact'],
  answers: [
    'exemptedNow',
    'released',
    'askedInPause',
    'isJudged',
    'approval',
    'judgement',
    'isUsable',
    'preparedRun',
    'keptRemoval',
  ],
};

/** @returns whether a member of this name may be asked again, in later versions too */
export function isAskable(port: AskedPort, member: PropertyKey): member is string {
  if (typeof member !== 'string') return false;
  return port === 'request' || (ASKABLE[port] as readonly string[]).includes(member);
}

/** @returns whether its answer is still the same */
export function holdsStill(asked: AskedQuestion | AskedSearch, ports: AskedPorts): boolean {
  return 'visits' in asked ? isSameSearch(asked, ports.files) : isSame(asked.answer, askedAgain(asked, ports));
}

function askedAgain({ port, member, given }: AskedQuestion, ports: AskedPorts): unknown {
  const asked = ports[port] as unknown as Readonly<Record<string, unknown>>;
  if (given === undefined) return asked[member];
  return (asked[member] as (...given: readonly unknown[]) => unknown).apply(asked, given as unknown[]);
}
