import type { CheckRequest } from '../../calls/request';
import type { AskedPort, AskedQuestion } from '../model/knownRound';
import type { Gate } from '../model/ports';

export type AskedPorts = Pick<Gate, Exclude<AskedPort, 'request'>> & { readonly request: CheckRequest };

/** May be asked again: no effect, and all that counts is in the words of the question and the answer. */
const ASKABLE: { readonly [Port in Exclude<AskedPort, 'request'>]: readonly (keyof Gate[Port])[] } = {
  files: [
    'inspect',
    'realPath',
    'otherNames',
    'readLink',
    'listNames',
    'readText',
    'isRemote',
    'heldByVersionControl',
    'versionControlStates',
    'gitLinks',
  ],
  writes: ['wrote'],
  memory: ['holdsAllowOnce', 'cached', 'paused', 'livingShellChanged', 'ignoresEntry', 'exempted'],
  user: ['available'],
};

/** @returns whether a member of that name, now or in a later version, may be asked again */
export function isAskable(port: AskedPort, member: PropertyKey): member is string {
  if (typeof member !== 'string') return false;
  // Plain data of this call.
  return port === 'request' || (ASKABLE[port] as readonly string[]).includes(member);
}

/** @returns the answer of today */
export function askedAgain({ port, member, given }: AskedQuestion, ports: AskedPorts): unknown {
  const asked = ports[port] as unknown as Readonly<Record<string, unknown>>;
  if (given === undefined) return asked[member];
  return (asked[member] as (...given: readonly unknown[]) => unknown).apply(asked, given as unknown[]);
}
