import { programName, type SimpleCommand } from '../../shell/model/analysis';
import { readCall } from '../../shell/calls/commandCall';
import { hasOption, optionText, type CommandCall } from '../../shell/model/commandTable';
import { repositoryFolder } from '../../calls/command/repositoryFolder';
import type { GitPlace } from '../../files/git/configFiles';
import { hostOfAuthority, markedText } from '../../network/hostText';
import { remoteAddresses, type RemoteAddress } from '../../network/remoteAddresses';

export interface GitTarget {
  readonly verb: string;
  readonly sends: boolean;
  readonly named: string | undefined;
  readonly target:
    | { readonly kind: 'host'; readonly host: string }
    | { readonly kind: 'path' }
    | { readonly kind: 'remote'; readonly addresses: readonly RemoteAddress[] | undefined };
}

const VERBS: ReadonlySet<string> = new Set(['push', 'fetch', 'pull', 'clone', 'ls-remote']);

export function gitTarget(command: SimpleCommand, place: GitPlace): GitTarget | undefined {
  if (programName(command) !== 'git') return undefined;
  const call = readCall(command);
  const verb = call?.specs[1]?.names[0] ?? '';
  if (call === undefined || !VERBS.has(verb)) return undefined;
  const sends = verb === 'push';
  const [first] = call.operands;
  const named = first === undefined ? optionText(call, '--repo') : markedText(first, 4_000);
  const host = named === undefined ? undefined : repositoryHost(named);
  if (host !== undefined) return { verb, sends, named, target: { kind: 'host', host } };
  const isPath = named !== undefined && (verb === 'clone' || /^[.~]|\//.test(named));
  if (isPath) return { verb, sends, named, target: { kind: 'path' } };
  return { verb, sends, named, target: { kind: 'remote', addresses: addressesOf(call, named, sends, place) } };
}

function addressesOf(
  call: CommandCall,
  named: string | undefined,
  sends: boolean,
  place: GitPlace,
): readonly RemoteAddress[] | undefined {
  const { command } = call;
  const isElsewhere = hasOption(call, '--git-dir') || command.context.elsewhere !== undefined;
  const isSet = command.assignments.some(({ name }) => name.startsWith('GIT_'));
  const folder = isElsewhere || isSet ? undefined : repositoryFolder(command.cwd, call, place);
  if (folder === undefined || place.files.isRemote(folder)) return undefined;
  const real = place.files.realPath(folder);
  return real === undefined || place.files.isRemote(real) ? undefined : remoteAddresses(real, named, sends, place);
}

/** `scheme://host/path` or `user@host:path`; no path, remote name or `helper::text`. */
export function repositoryHost(address: string): string | undefined {
  const [, authority] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(address) ?? [];
  if (authority !== undefined) return hostOfAuthority(authority) || undefined;
  return /^[a-z0-9-]+::/i.test(address) ? undefined : /^(?:[^/:@]*@)?(\[[^\]]*\]|[^/:]+):/.exec(address)?.[1];
}
