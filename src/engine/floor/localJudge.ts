/** A model server on this machine may be the judge: it is not stopped, and no model of its is replaced. */
import { writtenText, type Word } from '../../shell/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';
import { readOptions } from './optionReading';

const RULE: CommandRule = {
  check: 'local-judge',
  remedy: 'The user alone stops model servers and changes their models; loading another model is no such change.',
};

/** For checks that look for it by name. */
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
  ...['systemctl', 'service', 'brew', 'launchctl', 'snap', 'rc-service', 'docker', 'podman', 'sv'],
]);

const FETCHERS: ReadonlySet<string> = new Set(['curl', 'wget', 'http', 'xh']);

/** Verbs of each server's own program that stop it or put another model in the place of one. */
const OWN_VERBS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['ollama', new Set(['stop', 'rm', 'cp', 'create'])],
  ['lms', new Set(['unload', 'server'])],
]);

/** The port of Ollama, which nothing else has; those of the other servers are shared with half of all development servers. */
const PORT = /(?:^|[^\d.])11434(?:\D|$)/;
/** Programs that listen on a port or end what listens there. */
const LISTENS =
  /^(?:nc|ncat|netcat|socat|http-server|serve|python[\d.]*|php|ruby|caddy|mitmproxy|mitmdump|iptables|ip6tables|nft|pfctl|redir|rinetd|fuser|kill-port|kill|npx|bunx|ssh)$/;
const LISTENS_HOW =
  /(?:^|\s)(?:-\w*l\w*|--listen|TCP[46]?-L\w*|-m\s+(?:http\.server|SimpleHTTPServer)|-S|-k|http-server|serve|kill-port|PREROUTING|OUTPUT|-p|-L|rdr)(?:\s|:|$)|TCP[46]?-LISTEN/i;

const MOST_LOOKUPS = 64;

/** Listening on the port of the judge, or ending what does. */
function takesPort({ command, program, args, line }: CheckedCommand): boolean {
  if (program === 'ollama' && args[0]?.text === 'serve') {
    return command.assignments.some(({ name }) => /^OLLAMA_(?:MODELS|HOST)$/.test(name));
  }
  if (!LISTENS.test(program)) return false;
  const written = args.map(writtenText).join(' ').slice(0, 8_192);
  if (program === 'kill') {
    const looksUp = (other: { readonly words: readonly Word[] }): boolean =>
      other.words[0]?.text === 'lsof' && other.words.some((word) => PORT.test(writtenText(word)));
    return args.some(({ text }) => text === undefined) && line.commands.slice(0, MOST_LOOKUPS).some(looksUp);
  }
  return PORT.test(written) && LISTENS_HOW.test(written);
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
  if (!OWN_VERBS.has(program) && !SERVICE_MANAGERS.has(program) && !FETCHERS.has(program)) return undefined;
  const { operands } = readOptions(args);
  const verb = operands[0]?.text ?? '';
  if (OWN_VERBS.get(program)?.has(verb) === true)
    return verb === 'server' && operands[1]?.text !== 'stop' ? undefined : hit();
  if (SERVICE_MANAGERS.has(program)) {
    const texts = operands.slice(0, 8).map(writtenText);
    const stops = texts.some((text) => STOPS.has(text));
    return stops && texts.some((text) => LOCAL_JUDGE.pattern.test(text.replace(/^(?:homebrew\.mxcl\.|gui\/\d+\/)/, '')))
      ? hit()
      : undefined;
  }
  if (FETCHERS.has(program)) {
    return args.some((word) =>
      /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0):\d+\/api\/(?:delete|create|copy)\b/.test(
        writtenText(word),
      ),
    )
      ? hit()
      : undefined;
  }
  return undefined;
}
