/** Apple's forms of GNU's programs; what only changes output is in the shared table. */
import type { CommandCall, CommandSpec, OptionSpec } from '../../model/commandTable';
import { hasOption } from '../../model/commandTable';
import { options } from '../../model/tableNotation';
import { bsdTarUses } from '../archives';
import { FILE_CHANGES } from '../fileChanges';
import { FILE_LISTING } from '../fileListing';
import { SEARCH_TOOLS } from '../searchTools';
import { SYSTEM_STATE } from '../systemState';
import { TEXT_TOOLS } from '../textTools';

export interface AppleTool {
  readonly spec: CommandSpec;
  readonly gnuRefuses?: string;
}

const shared = [TEXT_TOOLS, FILE_LISTING, SEARCH_TOOLS, SYSTEM_STATE, FILE_CHANGES].flat();

function sharedSpec(name: string): CommandSpec {
  const spec = shared.find(({ names }) => names.includes(name));
  if (spec === undefined) throw new Error(`no program: ${name}`);
  return spec;
}

/** The same options, up to the first operand. */
function operandsLast(...names: readonly string[]): AppleTool[] {
  return names.map((name) => ({ spec: { ...sharedSpec(name), names: [name], style: 'posix' } }));
}

/** `own` replaces the shared table's. */
function like(name: string, own: Partial<CommandSpec>, first: readonly OptionSpec[] = []): CommandSpec {
  const spec = sharedSpec(name);
  return { ...spec, names: [name], options: [...first, ...(own.options ?? spec.options ?? [])], ...without(own) };
}

/** Fails at these at once. */
export function refusing(names: string): readonly OptionSpec[] {
  return options(names).map((option) => ({ ...option, refused: true as const }));
}

function without({ options: _, ...rest }: Partial<CommandSpec>): Partial<CommandSpec> {
  return rest;
}

/** Without `-j` an operand sets the clock. */
function dateObjection(call: CommandCall): string | undefined {
  const saving = call.options.find(({ name }) => name === '-d')?.value;
  // In old versions a number sets the kernel's summer time.
  if (saving !== undefined && !/[^\d+\s-]/.test(saving.word.text?.slice(saving.from) ?? '')) {
    return 'date -d with a number may set the clock';
  }
  if (hasOption(call, '-j')) return undefined;
  const other = call.operands.find(({ pieces: [first] }) => first?.kind !== 'text' || !first.text.startsWith('+'));
  return other === undefined ? undefined : `date ${other.raw} may set the clock`;
}

/** BWK awk skips options that it does not know, so the word behind one may be the program. */
const AWK_OPTIONS = [
  ...options('-F= -v= --version --csv'),
  ...options('-f=read!'),
  ...options('--field-separator=? --assign=? --sandbox --posix --traditional --re-interval'),
];

export const APPLE_TOOLS: readonly AppleTool[] = [
  ...operandsLast('cat', 'head', 'tail', 'nl', 'rev', 'fold', 'expand', 'unexpand', 'column', 'strings', 'od'),
  ...operandsLast('hexdump', 'hd', 'wc', 'cut', 'paste', 'comm', 'join', 'cmp', 'md5', 'sort', 'uniq', 'base64'),
  {
    spec: like('fmt', {
      style: 'posix',
      refusesLong: true,
      options: options('-c -m -n -p -s -d= -l= -t= -w='),
    }),
  },
  { spec: like('grep', {}, [{ names: ['-C', '--context'], value: 'optional' }]) },
  { spec: like('egrep', {}, [{ names: ['-C', '--context'], value: 'optional' }]) },
  { spec: like('fgrep', {}, [{ names: ['-C', '--context'], value: 'optional' }]) },
  {
    spec: like('sed', {
      style: 'posix',
      refusesLong: true,
      options: [
        ...options('-n -E|-r -a -l -s -u -e=', '-f=read!'),
        { names: ['-i', '-I'], value: 'required', changes: true },
      ],
    }),
  },
  { spec: like('awk', { options: AWK_OPTIONS }) },
  {
    spec: like('date', {
      style: 'posix',
      refusesLong: true,
      options: options('-j -n -R -u -I=? -d= -f= -r= -v= -z='),
      objection: dateObjection,
    }),
    gnuRefuses: '-j -n -v -z',
  },
  {
    spec: like('stat', {
      style: 'posix',
      refusesLong: true,
      options: [...refusing('-c'), ...options('-F -L -n -q -l -r -s -x -f= -t=')],
    }),
    // `-f%z`
    gnuRefuses: '-%',
  },
  { spec: like('ps', { variables: ['COMMAND_MODE', 'PS_FORMAT'] }) },
  { spec: like('cp', {}, options('-S -N')) },
  {
    spec: like('install', {
      options: options('-b -C -c -d -p -s -S -v -U -B= -f= -g= -h= -l= -m= -M=overwrite -N=list -o= -D=overwrite -T='),
    }),
  },
  ...['tar', 'bsdtar'].map((name) => ({ spec: like(name, { paths: bsdTarUses }) })),
];
