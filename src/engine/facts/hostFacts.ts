import { hostMeaning } from '../../network/hostAddress';
import { gitTarget, repositoryHost, type GitTarget } from './gitRemotes';
import { NOT_KNOWN } from '../../network/hostText';
import { namedHosts, type NamedHost } from '../../network/namedHosts';
import type { Gate } from '../model/ports';
import type { ToolCall } from '../../calls/toolCall';
import { quotedFact, withRest } from './factText';

const MAX_HOSTS = 20;
const MAX_GIT_COMMANDS = 4;
const MAX_ADDRESSES = 5;

export function hostFacts(call: ToolCall, gate: Gate): readonly string[] {
  const { hosts, isCut } = namedHosts(call);
  const facts = [
    ...withRest(hosts.slice(0, MAX_HOSTS).map(hostFact), hosts.length, 'host(s)'),
    ...gitTargets(call, gate).map(gitFact),
    ...(isCut ? ['The call is too long to look for hosts in all of it.'] : []),
  ];
  if (facts.length === 0) return facts;
  return [...facts, 'It may talk to other hosts too: programs do, and hosts that only the run tells are not listed.'];
}

function hostFact({ host, bucket, programs, sends }: NamedHost): string {
  const where = programs.length === 0 ? '' : `, in ${programs.slice(0, 3).map(programText).join(', ')}`;
  const direction = sends ? 'Data is sent there' : 'What would be sent there is not known';
  if (host.includes(NOT_KNOWN)) {
    const parts = host.split(NOT_KNOWN).filter((part) => part !== '' && part !== '.');
    const known = parts.length === 0 ? '' : ` but for ${parts.slice(0, 3).map(quotedFact).join(' and ')}`;
    return `Names a host that only the run tells${known}${where}. ${direction}.`;
  }
  if (bucket !== undefined) return `Names the storage ${quotedFact(`${bucket}://${host}`)}${where}. ${direction}.`;
  return `Names the host ${quotedFact(host)}${meaning(host)}${where}. ${direction}.`;
}

function meaning(host: string): string {
  const { usualSpelling, place } = hostMeaning(host);
  const parts = [
    ...(usualSpelling === undefined ? [] : [`another spelling of ${quotedFact(usualSpelling)}`]),
    ...(place === undefined ? [] : [place]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(': ')})`;
}

function programText(program: string): string {
  if (program === '') return 'an assignment or redirection';
  return program.includes(NOT_KNOWN) ? 'a command that only the run tells' : quotedFact(program);
}

function gitTargets({ line }: ToolCall, gate: Gate): readonly GitTarget[] {
  const targets: GitTarget[] = [];
  for (const command of line?.analysis.commands ?? []) {
    if (targets.length >= MAX_GIT_COMMANDS) break;
    const target = gitTarget(command, gate);
    if (target !== undefined) targets.push(target);
  }
  return targets;
}

function gitFact({ verb, sends, named, target }: GitTarget): string {
  const does = `git ${verb} ${sends ? 'sends commits to' : 'reads from'}`;
  if (named?.includes(NOT_KNOWN) === true) return `${does} a repository that only the run tells.`;
  if (target.kind === 'host') return `${does} the host ${quotedFact(target.host)}${meaning(target.host)}.`;
  if (target.kind === 'path') return `${does} the path ${quotedFact(named ?? '')}.`;
  const { addresses } = target;
  const what = named === undefined ? 'the remote that the configuration chooses' : `the remote ${quotedFact(named)}`;
  if (addresses === undefined) return `${does} ${what}, whose address is not known.`;
  if (addresses.length === 0) return `${does} ${what}, for which the repository configures no address.`;
  const listed = addresses.slice(0, MAX_ADDRESSES).map(({ remote, address }) => {
    const host = repositoryHost(address);
    const name = named === undefined ? `${quotedFact(remote)} at ` : '';
    return `${name}${quotedFact(address)}${host === undefined ? '' : meaning(host)}`;
  });
  const more = addresses.length > listed.length ? ` and ${addresses.length - listed.length} more` : '';
  return `${does} ${what}; the repository configures ${listed.join(', ')}${more} at present.`;
}
