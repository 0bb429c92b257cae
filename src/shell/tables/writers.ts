/** They write where an option or operand says. Rows add uses to block; they prove no call. */
import { makeWord, writtenText, type SimpleCommand, type Word } from '../model/analysis';
import { programName } from '../model/analysis';
import type { PathAction, PathUse } from '../model/commandTable';
import { knownStart } from '../model/words';
import { placesInside } from '../model/pathOperands';

interface Writer {
  /** Blank-separated. */
  readonly programs: string;
  /** The first operands, joined by a blank. */
  readonly verb?: RegExp;
  readonly writes?: string;
  readonly operands?: 'last' | 'first' | 'second' | 'all';
  readonly when?: string;
  /** With one of these it only says what it would do. */
  readonly trials?: string;
  /** Further options with a value. */
  readonly values?: string;
  readonly action?: PathAction;
}

const CLOUD_VALUES =
  '--profile --region --endpoint-url --acl --include --exclude --sse --content-type --metadata --cache-control --storage-class ' +
  '-n --namespace --context --kubeconfig -c --container --retries -H --host --config --filter --project --zone --transfers --checkers';

const ROWS: readonly Writer[] = [
  { programs: 'docker podman nerdctl finch container', verb: /^(?:container |compose )?cp(?: |$)/, operands: 'last' },
  { programs: 'docker-compose podman-compose', verb: /^cp(?: |$)/, operands: 'last' },
  { programs: 'kubectl oc microk8s.kubectl', verb: /^cp(?: |$)/, operands: 'last', values: CLOUD_VALUES },
  { programs: 'aws', verb: /^s3 (?:cp|mv|sync)(?: |$)/, operands: 'last', trials: '--dryrun', values: CLOUD_VALUES },
  { programs: 'aws', verb: /^s3api get-object(?: |$)/, operands: 'last', values: `${CLOUD_VALUES} --bucket --key` },
  { programs: 'gsutil', verb: /^(?:cp|mv|rsync)(?: |$)/, operands: 'last' },
  {
    programs: 'gcloud',
    verb: /^(?:storage (?:cp|mv|rsync)|compute scp)(?: |$)/,
    operands: 'last',
    values: CLOUD_VALUES,
  },
  { programs: 'az', verb: /^storage blob download(?: |$)/, writes: '--file -f --destination -d' },
  {
    programs: 'rclone',
    verb: /^(?:copy|copyto|move|moveto|sync|bisync)(?: |$)/,
    operands: 'last',
    trials: '-n --dry-run',
    values: CLOUD_VALUES,
  },
  { programs: 's3cmd mc s5cmd azcopy', verb: /^(?:get|cp|mv|mirror|sync|copy)(?: |$)/, operands: 'last' },
  { programs: 'lxc incus', verb: /^file pull(?: |$)/, operands: 'last' },
  { programs: 'adb', verb: /^pull(?: |$)/, operands: 'last' },
  { programs: 'multipass limactl', verb: /^(?:transfer|copy|cp)(?: |$)/, operands: 'last' },
  { programs: 'gh', verb: /^(?:release|run) download(?: |$)/, writes: '-O --output -D --dir' },
  { programs: 'http https xh xhs curlie', writes: '-o --output' },
  { programs: 'ssh slogin autossh', writes: '-E' },
  {
    programs: 'prettier',
    operands: 'all',
    when: '--write -w',
    action: 'in-place',
    values: '--config --parser --plugin',
  },
  { programs: 'eslint standard xo', writes: '-o --output-file', operands: 'all', when: '--fix', action: 'in-place' },
  { programs: 'stylelint', operands: 'all', when: '--fix', action: 'in-place' },
  {
    programs: 'biome',
    verb: /^(?:check|format|lint)(?: |$)/,
    operands: 'all',
    when: '--write --fix --apply',
    action: 'in-place',
  },
  { programs: 'black isort autopep8 yapf', operands: 'all', trials: '--check --diff -c', action: 'in-place' },
  { programs: 'shfmt gofmt goimports', operands: 'all', when: '-w', action: 'in-place' },
  { programs: 'clang-format', operands: 'all', when: '-i', action: 'in-place' },
  {
    programs: 'go',
    verb: /^(?:build|test|install)(?: |$)/,
    writes: '-o -coverprofile -cpuprofile -memprofile',
    trials: '-n',
  },
  {
    programs: 'tsc',
    writes: '--outFile --outDir --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile',
  },
  { programs: 'cargo', writes: '--out-dir --artifact-dir --target-dir' },
  { programs: 'psql', writes: '-o --output -L --log-file' },
  { programs: 'pytest py.test', writes: '--junitxml --junit-xml --log-file --basetemp --resultlog' },
  { programs: 'mysql mariadb', writes: '--tee' },
  {
    programs: 'script',
    writes: '-T -I -O -B --log-timing --log-in --log-out --log-io',
    operands: 'first',
    values: '-c --command -E -m -o',
  },
  { programs: 'ttyrec', operands: 'first' },
  { programs: 'asciinema', verb: /^rec(?: |$)/, operands: 'last' },
  { programs: 'shuf gshuf', writes: '-o --output' },
  { programs: 'xxd uniq guniq', operands: 'second', values: '-c -g -l -o -s -n -f -w -cols -len -seek' },
  { programs: 'nmap', writes: '-oN -oX -oG -oA -oS' },
  { programs: 'tcpdump tshark dumpcap', writes: '-w' },
  { programs: 'strace ltrace time gtime perf', writes: '-o --output' },
  {
    programs: 'git',
    verb: /^config(?: |$)/,
    writes: '-f --file',
    trials: '--get --get-all --get-regexp --get-urlmatch --list -l',
  },
  { programs: 'git', verb: /^mailinfo(?: |$)/, operands: 'all' },
  { programs: 'git', verb: /^mailsplit(?: |$)/, writes: '-o' },
  {
    programs: 'git',
    verb: /^merge-file(?: |$)/,
    operands: 'first',
    trials: '-p --stdout',
    values: '-L',
    action: 'in-place',
  },
  { programs: 'git', verb: /^merge-file(?: |$)/, operands: 'all', when: '-p --stdout', values: '-L', action: 'read' },
  { programs: 'git', verb: /^hash-object(?: |$)/, operands: 'all', values: '-t --path', action: 'read' },
  { programs: 'git', verb: /^(?:fast-export|fast-import)(?: |$)/, writes: '--export-marks --export-pack-edges' },
  {
    programs: 'git',
    verb: /^(?:index-pack|bugreport|diagnose|archive|format-patch)(?: |$)/,
    writes: '-o --output --output-directory',
  },
  {
    programs: 'git',
    verb: /^(?:diff|log|show|whatchanged|format-patch|diff-tree|diff-index|diff-files)(?: |$)/,
    writes: '--output',
  },
  { programs: 'git', verb: /^pack-objects(?: |$)/, operands: 'last' },
  { programs: 'git', verb: /^interpret-trailers(?: |$)/, operands: 'all', when: '--in-place', action: 'in-place' },
  { programs: 'git', verb: /^credential-store(?: |$)/, writes: '--file' },
];

const BY_PROGRAM = new Map<string, Writer[]>();
for (const row of ROWS) {
  for (const name of row.programs.split(' ')) BY_PROGRAM.set(name, [...(BY_PROGRAM.get(name) ?? []), row]);
}

/** Of any program that no table knows. */
const OUTPUT_OPTION =
  /^--?(?:out(?:put)?(?:[-_]?(?:file|path|dir|directory|folder))?|log[-_]?file|report[-_]?file|junit[-_]?xml|dest(?:ination)?|save[-_]?(?:to|as)|write[-_]?to|dump[-_]?(?:file|to)|trace[-_]?file|result[-_]?file)$/i;

export function writerUses(command: SimpleCommand, isKnown: boolean): readonly PathUse[] {
  const name = programName(command) ?? '';
  const rows = BY_PROGRAM.get(name);
  const words = command.words.slice(1);
  if (rows === undefined) return isKnown || !words.some(isOption) ? [] : outputUses(words);
  return rows.flatMap((row) => rowUses(row, words));
}

function isOption(word: Word): boolean {
  return knownStart(word).startsWith('-');
}

function outputUses(words: readonly Word[]): readonly PathUse[] {
  return words.flatMap((word, index): readonly PathUse[] => {
    const start = knownStart(word);
    if (!start.startsWith('-')) return [];
    const equals = start.indexOf('=');
    const option = equals === -1 ? start : start.slice(0, equals);
    if (OUTPUT_OPTION.test(option) && equals !== -1) return [{ word, from: equals + 1, action: 'overwrite' }];
    if (OUTPUT_OPTION.test(start) || start === '-o' || start === '-O') {
      const next = words[index + 1];
      return start === writtenText(word) && next !== undefined && !isOption(next)
        ? [{ word: next, action: 'overwrite' }]
        : [{ word, from: start.length, action: 'overwrite' }];
    }
    // `-o/path`
    return /^-[oO][/~]/.test(start) ? [{ word, from: 2, action: 'overwrite' }] : [];
  });
}

function rowUses(row: Writer, words: readonly Word[]): readonly PathUse[] {
  const { verb, writes = '', operands, when, trials, values = '', action = 'overwrite' } = row;
  const written = names(writes);
  const given: Word[] = [];
  const uses: PathUse[] = [];
  const options = new Set<string>();
  const valued = new Set([...written, ...names(values)]);
  let onlyOperands = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const start = knownStart(word);
    if (onlyOperands || !start.startsWith('-') || start === '-') {
      given.push(word);
      continue;
    }
    if (start === '--') {
      onlyOperands = true;
      continue;
    }
    const equals = start.indexOf('=');
    const name = equals === -1 ? start : start.slice(0, equals);
    options.add(name);
    const full = valued.has(name)
      ? name
      : [...written].find((other) => other.startsWith('--') && name.length > 4 && other.startsWith(name));
    if (full !== undefined) {
      const isWritten = written.has(full);
      if (equals !== -1) {
        if (isWritten) uses.push({ word, from: equals + 1, action: 'overwrite' });
      } else {
        at += 1;
        const value = words[at];
        if (isWritten && value !== undefined) uses.push({ word: value, action: 'overwrite' });
      }
      continue;
    }
    // `-ofile`, `-qo file`
    const short = [...written].find(
      (other) => /^-[a-zA-Z]$/.test(other) && !start.startsWith('--') && start.includes(other.charAt(1)),
    );
    if (short === undefined) continue;
    const from = start.indexOf(short.charAt(1)) + 1;
    const next = words[at + 1];
    if (from < writtenText(word).length) uses.push({ word, from, action: 'overwrite' });
    else if (next !== undefined) {
      uses.push({ word: next, action: 'overwrite' });
      at += 1;
    }
  }
  const verbs = verb === undefined ? 0 : verbLength(verb, given);
  if (verbs === undefined || [...names(trials ?? '')].some((name) => options.has(name))) return [];
  const rest = given.slice(verbs);
  if (when !== undefined && ![...names(when)].some((name) => options.has(name))) return uses;
  const last = rest.at(-1);
  // What comes into the folder has its own names.
  const fills =
    operands === 'last' &&
    last !== undefined &&
    !isElsewhere(last) &&
    (FILLS.test(given.slice(0, verbs).map(writtenText).join(' ')) || RECURSIVE.some((name) => options.has(name)));
  const filled: readonly PathUse[] = fills ? [{ word: last, action: 'overwrite', recursive: true }] : [];
  return [...uses, ...operandUses(operands, rest, action), ...filled];
}

const FILLS = /\b(?:sync|rsync|mirror|bisync)$/;
const RECURSIVE = ['-r', '-R', '--recursive'];

function names(list: string): Set<string> {
  return new Set(list.split(' ').filter((name) => name !== ''));
}

function verbLength(verb: RegExp, given: readonly Word[]): number | undefined {
  const [found] = verb.exec(given.slice(0, 4).map(writtenText).join(' ')) ?? [];
  return found?.trim().split(' ').length;
}

function operandUses(kind: Writer['operands'], rest: readonly Word[], action: PathAction): readonly PathUse[] {
  const [first, second] = rest;
  const last = rest.at(-1);
  switch (kind) {
    case undefined:
      return [];
    case 'all':
      return rest.map((word) => ({ word, action }));
    case 'first':
      return first === undefined ? [] : [{ word: first, action }];
    case 'second':
      return second === undefined ? [] : [{ word: second, action }];
    case 'last':
      return rest.length < 2 || last === undefined || isElsewhere(last)
        ? rest.length === 1 && last !== undefined && !isElsewhere(last)
          ? [{ word: last, action }]
          : []
        : [{ word: last, action }, ...placesInside(rest.slice(0, -1).map(localName), last)];
  }
}

/** `container:path`, `s3://bucket`, `pod:path`. */
function isElsewhere(word: Word): boolean {
  return /^(?:[^/:.~]*:|[a-z0-9]+:\/\/)/i.test(knownStart(word));
}

function localName(word: Word): Word {
  const text = word.text?.replace(/^[a-z0-9]+:\/\/[^/]*/i, '').replace(/^[^/:]*:/, '');
  return text === undefined ? word : makeWord([{ kind: 'text', text }], word.raw, word.position);
}
