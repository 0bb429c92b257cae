/** It may be the judge: nothing may stop it or replace its models. */
import { programName, writtenText, type SimpleCommand } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';
import { fetches, FETCHERS } from './localJudgeRequests';
import { readOptions } from '../../calls/command/optionReading';

const RULE: CommandRule = {
  check: 'local-judge',
  remedy: 'The user alone stops model servers and changes their models; loading another model is no such change.',
};

export const LOCAL_JUDGE = {
  rule: RULE,
  pattern:
    /^(?:.*\/)?(?:ollama|llama-server|llama_server|llamafile|lm[- ]?studio|vllm|lms|koboldcpp|text-generation-launcher|localai|jan)\b/i,
} as const;

const STOPS: ReadonlySet<string> = new Set([
  'stop',
  'kill',
  'disable',
  'mask',
  'bootout',
  'unload',
  'remove',
  'rm',
  'restart',
  'pause',
  'down',
]);

const SERVICE_MANAGERS: ReadonlySet<string> = new Set([
  ...['systemctl', 'service', 'brew', 'launchctl', 'snap', 'rc-service', 'docker', 'podman', 'sv', 'sc', 'net'],
]);

const SERVICE_PREFIX = /^(?:(?:gui|user)\/\d+\/|system\/)?(?:homebrew\.mxcl\.|com\.)?/;

/** They stop the server or replace a model. */
const OWN_VERBS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['ollama', new Set(['stop', 'rm', 'cp', 'create'])],
  ['lms', new Set(['unload', 'server'])],
]);

/** Ollama's only: development servers share other ports. */
const PORT = /(?:^|[^\d.])11434(?:\D|$)/;
/** They listen on a port, or end what does. */
const LISTENS =
  /^(?:nc|ncat|netcat|socat|http-server|serve|python[\d.]*|php|ruby|caddy|mitmproxy|mitmdump|iptables|ip6tables|nft|pfctl|redir|rinetd|fuser|kill-port|kill|npx|bunx|ssh)$/;
const LISTENS_HOW =
  /(?:^|\s)(?:-\w*l\w*|--listen|TCP[46]?-L\w*|-m\s+(?:http\.server|SimpleHTTPServer)|-S|-k|http-server|serve|kill-port|PREROUTING|OUTPUT|-p|-L|rdr)(?:\s|:|$)|TCP[46]?-LISTEN/i;
const LISTEN_OPTION =
  /(?:^|\s)(?:--?(?:port|http-port|listen|bind|publish|from|addr|address)|-[pb])(?:[=\s]{1,3}|(?=\d))(?:\S{0,100}:)?11434(?![^\s:/])/i;
/** Their options name what they connect to or look at. */
const CLIENTS =
  /^(?:nmap|nc|ncat|netcat|telnet|lsof|ss|netstat|psql|mysql|mongosh|redis-cli|ssh|scp|sftp|grep|rg|ag|git)$/;

const CONTAINERS = /^(?:docker|podman|nerdctl)$/;

function takesPort({ command, program, args, line, variables }: CheckedCommand): boolean {
  if (program === 'ollama' && (args[0]?.text === 'serve' || args[0]?.text === 'start')) {
    return line.commands.some(movesServer);
  }
  const written = args.map(writtenText).join(' ').slice(0, 8_192);
  if (program === 'kill') {
    return args.some(({ text }) => text === undefined) && line.commands.some(looksUpJudge);
  }
  if (command.words.length > 0 && variables.some(({ name, value }) => name === 'PORT' && value === '11434'))
    return true;
  if (!CLIENTS.test(program) && !CONTAINERS.test(program) && LISTEN_OPTION.test(written)) return true;
  if (CONTAINERS.test(program)) return /(?:^|\s)(?:-p|--publish)[=\s]{0,3}(?:\S{0,100}:)?11434:/.test(written);
  if (program === 'kubectl') return /\bport-forward\b/.test(written) && /\s(?:\S{0,100}:)?11434:/.test(written);
  return LISTENS.test(program) && PORT.test(written) && LISTENS_HOW.test(written);
}

/** Gives Ollama other models or an address. */
function movesServer({ assignments, words }: SimpleCommand): boolean {
  return (
    assignments.some(({ name }) => /^OLLAMA_(?:MODELS|HOST)$/.test(name)) ||
    words.some((word) => /^OLLAMA_(?:MODELS|HOST)=/.test(writtenText(word).slice(0, 100)))
  );
}

function looksUpJudge(command: SimpleCommand): boolean {
  const program = programName(command);
  const texts = (): readonly string[] => command.words.slice(1).map((word) => writtenText(word).slice(0, 512));
  if (program === 'lsof') return texts().some((text) => PORT.test(text));
  return (program === 'pgrep' || program === 'pidof') && texts().some((text) => LOCAL_JUDGE.pattern.test(text));
}

export function localJudge(checked: CheckedCommand): FloorHit | undefined {
  const { command, program, args } = checked;
  const hit = (): FloorHit =>
    ruleHit(
      RULE,
      'stop a model server on this machine or replace its model, which may be the judge',
      writtenCommand(command),
    );
  if (takesPort(checked)) return hit();
  if (!OWN_VERBS.has(program) && !SERVICE_MANAGERS.has(program) && !FETCHERS.test(program)) return undefined;
  const { operands } = readOptions(args);
  const verb = operands[0]?.text ?? '';
  if (OWN_VERBS.get(program)?.has(verb) === true)
    return verb === 'server' && operands[1]?.text !== 'stop' ? undefined : hit();
  if (SERVICE_MANAGERS.has(program)) {
    const texts = operands.slice(0, 8).map(writtenText);
    const stops = texts.some((text) => STOPS.has(text));
    return stops && texts.some((text) => LOCAL_JUDGE.pattern.test(text.replace(SERVICE_PREFIX, '')))
      ? hit()
      : undefined;
  }
  return fetches(program, args) ? hit() : undefined;
}
