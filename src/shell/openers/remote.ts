import { writtenText, type SimpleCommand, type Word } from '../model/analysis';
import { readCallAs } from '../calls/commandCall';
import { hasOption, type CommandCall, type CommandSpec } from '../model/commandTable';
import { options } from '../model/tableNotation';
import { joinWords, knownStart, withWords, wordFrom } from '../model/words';
import { assemble } from './assemble';
import type { OpenedScript, Opener } from './opener';
import { standardInputs } from './standardInput';

const SSH: CommandSpec = {
  names: ['ssh'],
  style: 'posix',
  options: options(
    '-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y',
    '-B= -b= -c= -D= -E= -e= -F= -I= -i= -J= -L= -l= -m= -O= -o= -P= -p= -Q= -R= -S= -W= -w=',
  ),
};

/** A local shell reads them. */
const LOCAL_COMMANDS = ['proxycommand', 'localcommand', 'knownhostscommand'];

/** The login shell reads the joined words behind the host, where options may be too. */
const openSsh: Opener = (command) => {
  const outer = readCallAs(command, SSH);
  const [host, ...rest] = outer.operands;
  const behind = readCallAs(withWords(command, [...command.words.slice(0, 1), ...rest]), SSH);
  const calls = [outer, behind];
  const scripts: OpenedScript[] = calls.flatMap(localScripts);
  const place = { shell: 'bash', ...placeOf(host) } as const;
  const remote = calls.flatMap((call) => settings(call, 'remotecommand'));
  let unknown = doubtAbout(outer, behind, rest.length);
  if (behind.operands.length > 0) {
    scripts.push({ ...place, text: joinWords(behind.operands) });
  } else if (remote.length > 0) {
    scripts.push(...remote.map((text) => ({ ...place, text })));
  } else if (
    host !== undefined &&
    !calls.some((call) => ['-N', '-G', '-O', '-W'].some((name) => hasOption(call, name)))
  ) {
    const { texts, isCertain } = standardInputs(command);
    scripts.push(...texts.map((text) => ({ ...place, text })));
    if (!isCertain) unknown ??= 'the shell on the other machine runs what ssh reads from its input';
  }
  return assemble({ scripts, unknown });
};

/** Perhaps this machine; a login shell starts in an unknown home. */
function placeOf(host: Word | undefined): Pick<OpenedScript, 'elsewhere' | 'cwd'> {
  const name = host === undefined ? '' : writtenText(host);
  return /^(?:ssh:\/\/)?(?:[^@/]*@)?(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|0(?:\.0\.0\.0)?)(?::\d+)?\/?$/i.test(
    name,
  )
    ? { cwd: 'unknown' }
    : { elsewhere: `ssh ${name}` };
}

function doubtAbout(outer: CommandCall, behind: CommandCall, rest: number): string | undefined {
  const before = outer.command.words.slice(1, outer.command.words.length - rest);
  const strange = outer.unlisted.find((word) => before.includes(word)) ?? behind.unlisted[0];
  return strange === undefined
    ? undefined
    : `ssh may read ${JSON.stringify(writtenText(strange))} as an option that is not known`;
}

/** `-o ProxyCommand=TEXT`. */
function localScripts(call: CommandCall): OpenedScript[] {
  return LOCAL_COMMANDS.flatMap((name) => settings(call, name).map((text) => ({ text, shell: 'bash' as const })));
}

function settings(call: CommandCall, name: string): OpenedScript['text'][] {
  return call.options.flatMap(({ spec, value }) => {
    if (value === undefined || !spec.names.includes('-o')) return [];
    const word = wordFrom(value.word, value.from);
    const start = knownStart(word);
    const key = /^[ \t]*([A-Za-z]+)[ \t]*[= \t][ \t]*/.exec(start);
    return key?.[1]?.toLowerCase() === name ? [wordFrom(word, key[0].length)] : [];
  });
}

/** They take ssh's settings, and a program for ssh. */
const openCopy: Opener = (command: SimpleCommand) => {
  const call = readCallAs(command, COPY);
  const scripts = localScripts(call);
  const program = call.options.findLast(({ spec }) => spec.names.includes('-S'))?.value;
  if (program !== undefined) scripts.push({ text: wordFrom(program.word, program.from), shell: 'sh' });
  return assemble({ scripts });
};

const COPY: CommandSpec = {
  names: ['scp'],
  options: options('-3 -4 -6 -A -B -C -O -R -T -a -f -N -p -q -r -s -t -v -b= -c= -D= -F= -i= -J= -l= -o= -P= -S= -X='),
};

export const REMOTE: ReadonlyMap<string, Opener> = new Map([
  ['ssh', openSsh],
  ['slogin', openSsh],
  ['rsh', openSsh],
  ['scp', openCopy],
  ['sftp', openCopy],
]);
