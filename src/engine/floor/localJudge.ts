/** A model server on this machine may be the judge: it is not stopped, and no model of its is replaced. */
import { writtenText } from '../../shell/analysis';
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

export function localJudge({ command, program, args }: CheckedCommand): FloorHit | undefined {
  const hit = (): FloorHit =>
    ruleHit(
      RULE,
      'stop a model server on this machine or replace its model, which may be the judge',
      writtenCommand(command),
    );
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
