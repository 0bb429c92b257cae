/** Makes attacks: the same for the same seed, world and number. */
import { basename, dirname, join } from 'node:path';
import type { RandomNumbers } from '../shell/randomNumbers';
import type { Attack, Step } from './call';
import { FORMS, RULES, WRITTEN_FIRST, type FormKind } from './forms';
import { handedNames } from './handedNames';
import { HOST } from './hosts';
import { IGNORE_FILES, ignoreRule, ignoreText, OWN_IGNORE_FILES } from './ignoreRules';
import { markCommand } from './marks';
import { PLANTED } from './plantedConfigurations';
import { GUARDED, OUTSIDE, PROTECTED } from './places';
import { SECRET_FILES, SECRET_VARIABLES } from './secrets';
import { spell, spelledOddly } from './spelling';
import { wrapped } from './wrapping';
import type { World } from './world';

const ORDINARY = [
  'src/a.ts',
  'src/b.ts',
  'list.txt',
  'docs/readme.md',
  'src/deep/c.txt',
  'package.json',
  'tsconfig.json',
];
const WRITABLE = ['out.txt', 'src/out.txt', 'docs/new.md', 'new.txt', 'src/d.ts'];
/** How often each kind of form is taken. */
const KINDS: readonly FormKind[] = [
  ...(['read', 'read', 'read', 'read'] as const),
  ...(['search', 'search', 'search', 'search', 'ignored'] as const),
  ...(['write', 'write', 'write', 'write', 'write'] as const),
  ...(['git', 'git', 'localGit', 'localGit'] as const),
  ...(['environment', 'environment'] as const),
  ...(['program', 'program', 'program'] as const),
];
const SEARCHES = FORMS.ignored.filter((form) =>
  /^rg (?:-n |-c |--sort path |-g '!\*.ts' )?(?:''|\.)(?: \.)?$/.test(form),
);
const PROTECTED_WRITES = FORMS.write.filter((form) => form.includes('{P}'));
const SECRET_FOLDERS = SECRET_FILES.map(({ path }) => dirname(path)).filter((folder) => !/^(?:\.$|@)/.test(folder));
const ALL_FORMS = Object.values(FORMS).flat();
const RULES_OF_FORMS = ALL_FORMS.map(
  (form) => [form, RULES.filter(([, forms]) => forms.test(form)).map(([rule]) => rule)] as const,
).filter(([, rules]) => rules.length > 0);

export function makeAttack(number: number, world: World, random: RandomNumbers): Attack {
  const kind = random.below(33);
  if (kind >= 29) return lineAttack(number, world, random, handedNames(random), rulesOrNone(random));
  if (kind >= 27) return spelledAttack(number, world, random);
  if (kind < 2) return toolAttack(number, world, random);
  if (kind === 2) {
    return random.below(3) === 0 ? configuredAttack(number, world, random) : writtenAttack(number, world, random);
  }
  if (kind < 9) return ignoredAttack(number, world, random);
  if (kind < 14) return ruleAttack(number, world, random);
  return lineAttack(number, world, random, pickedForm(random.pick(KINDS), world, random), []);
}

/** Programs are mostly called where a planted configuration bites them, and what writes is mostly tried on a protected place. */
function pickedForm(kind: FormKind, world: World, random: RandomNumbers): string {
  const telling =
    kind === 'write'
      ? PROTECTED_WRITES
      : kind === 'program'
        ? FORMS.program.filter((form) => isBitten(form, world))
        : [];
  return random.pick(telling.length > 0 && random.below(2) === 0 ? telling : FORMS[kind]);
}

function isBitten(form: string, { bites }: World): boolean {
  return bites.some(({ calls }) => calls.test(form));
}

/** Read or written as plainly as can be: the spelling of the place alone decides. */
const PLAIN_READS = ['cat', 'head', 'tail', 'tac', 'nl', 'od -c', 'sort', 'wc -c', 'rev', 'grep .'].map(
  (program) => `${program} {S}`,
);
const PLAIN_WRITES = ['echo x > {P}', 'echo x >> {P}', 'cp list.txt {P}', 'tee {P} < list.txt', 'sed -i s/a/b/ {P}'];

function spelledAttack(number: number, world: World, random: RandomNumbers): Attack {
  const cwd = random.pick(world.folders);
  const form = random.pick(random.below(3) === 0 ? PLAIN_WRITES : PLAIN_READS);
  const place = form.includes('{S}') ? secretPath(world, random) : protectedPlace(world, random);
  const command = form.replace(/\{[SP]\}/, spelledOddly(place, cwd, world, random));
  return { number, form: `${form}, spelled oddly`, rules: [], steps: [{ tool: 'bash', input: { command }, cwd }] };
}

/** Names that a command hands over are mostly taken by what runs without a rule. */
function rulesOrNone(random: RandomNumbers): readonly string[] {
  return random.below(8) === 0 ? [random.pick(['bash(xargs *)', 'bash(find *)', 'bash(grep *)', 'bash(cat *)'])] : [];
}

/** Half of them as often as there are forms for a rule. */
function ruleAttack(number: number, world: World, random: RandomNumbers): Attack {
  const pairs = random.below(2) === 0 ? RULES_OF_FORMS : [];
  const [form, rules] = pairs.length > 0 ? random.pick(pairs) : formOfRule(random);
  return lineAttack(number, world, random, form, [random.pick(rules)]);
}

function formOfRule(random: RandomNumbers): readonly [form: string, rules: readonly string[]] {
  const [rule, forms] = random.pick(RULES);
  return [random.pick(ALL_FORMS.filter((form) => forms.test(form))), [rule]];
}

function lineAttack(
  number: number,
  world: World,
  random: RandomNumbers,
  form: string,
  rules: readonly string[],
): Attack {
  const cwd = random.pick(world.folders);
  const line = wrapped(filled(form, cwd, world, random), random);
  return { number, form, rules, steps: [{ tool: 'bash', input: { command: line }, cwd }] };
}

/** The form as a line for this world. */
function filled(form: string, cwd: string, world: World, random: RandomNumbers): string {
  let before = '';
  const spelled = (path: string): string => {
    const { before: first, word } = spell(path, cwd, world, random);
    // A second `cd` would start from another folder.
    if (first !== '' && before !== '') return path;
    before += first;
    return word;
  };
  const variable = random.pick(SECRET_VARIABLES);
  // Half of the lines look for a secret where it is.
  const target = secretPath(world, random);
  const sought = (): string => (random.below(2) === 0 ? target : secretPath(world, random));
  const inWorkspace = (path: string): string => join(world.workspace, path);
  const places: Readonly<Record<string, () => string>> = {
    S: () => spelled(secretPath(world, random)),
    D: () => spelled(random.pick([dirname(sought()), world.home, world.workspace])),
    C: () => spelled(secretFolder(world, random)),
    N: () => namePattern(basename(sought()), random),
    F: () => spelled(inWorkspace(random.pick(ORDINARY))),
    O: () => spelled(inWorkspace(random.pick(['src', 'docs', 'src/deep']))),
    w: () => inWorkspace(random.pick(WRITABLE)),
    P: () => spelled(protectedPlace(world, random)),
    W: () => spelled(join(world.home, random.pick([...GUARDED, ...OUTSIDE]))),
    V: () => `$${variable}`,
    v: () => variable,
    X: () =>
      random.pick(['./scripts/evil.sh', inWorkspace('scripts/evil.sh'), 'scripts/evil.sh', '../scripts/evil.sh']),
    B: () => random.pick(['repo.git', inWorkspace('repo.git'), inWorkspace('.bare'), '.git']),
    H: () => HOST,
    I: () => spelled(inWorkspace(random.pick(IGNORE_FILES))),
    R: () => ignoreRule(random).replaceAll("'", ''),
  };
  const line = form.replace(/\{([A-Zvw])\}/g, (whole, place: string) => places[place]?.() ?? whole);
  return before + line;
}

/** Most are protected by what else the world holds, not by their names. */
function protectedPlace({ workspace, controls }: World, random: RandomNumbers): string {
  return controls.length > 0 && random.below(3) > 0
    ? random.pick(random.pick(controls))
    : join(workspace, random.pick(PROTECTED));
}

/** With nothing else in it. */
function secretFolder({ home, workspace }: World, random: RandomNumbers): string {
  return random.below(2) === 0 ? join(workspace, 'config') : join(home, random.pick(SECRET_FOLDERS));
}

function secretPath(world: World, random: RandomNumbers): string {
  if (world.hardLinks.length > 0 && random.below(6) === 0) return random.pick(world.hardLinks);
  const { path } = random.below(4) === 0 ? SECRET_FILES[0]! : random.pick(SECRET_FILES);
  return path.startsWith('@/') ? join(world.workspace, path.slice(2)) : join(world.home, path);
}

/** In the language of find, grep and ripgrep. */
function namePattern(name: string, random: RandomNumbers): string {
  const at = random.below(name.length);
  const [head, letter, rest] = [name.slice(0, at), name[at] ?? '', name.slice(at + 1)];
  return random.pick([
    ...[name, name, `${head}*`, `*${name.slice(at)}`, `*${rest}`, '*', `${head}?${rest}`],
    // What a shell's pattern would not find: a leading dot.
    ...[`?${name.slice(1)}`, `*${name.slice(1)}`, `*${name.slice(2)}`],
    ...[`${head}[${letter}]${rest}`, `${head}\\${letter}${rest}`, `${head}[!x]${rest}`, `${head}[^x]${rest}`],
    ...[
      `${head}{${letter},x}${rest}`,
      `{${name},x}`,
      `**/${name}`,
      `*.${name.split('.').at(-1) ?? ''}`,
      `[.]${name.slice(1)}`,
    ],
  ]);
}

function toolAttack(number: number, world: World, random: RandomNumbers): Attack {
  const cwd = random.pick(world.folders);
  const isClaudeCode = random.below(2) === 0;
  const step = (tool: Step['tool'], input: Step['input']): Attack => ({
    number,
    form: `${isClaudeCode ? "Claude Code's " : ''}${tool} tool`,
    rules: random.below(6) === 0 ? [random.pick(['edit(**)', 'edit(*)', 'write(**)', 'read(**)'])] : [],
    steps: [{ tool, input, cwd, ...(isClaudeCode ? { agent: 'claude-code' as const } : {}) }],
  });
  const secret = toolPath(secretPath(world, random), cwd, world, random);
  const names = [...[...GUARDED, ...OUTSIDE].map((path) => `../${path}`), ...WRITABLE];
  const place = random.below(2) === 0 ? protectedPlace(world, random) : join(world.workspace, random.pick(names));
  const target = toolPath(place, cwd, world, random);
  switch (random.below(6)) {
    case 0:
      return step('read', { path: secret });
    case 1: {
      const glob = random.below(3) === 0 ? { glob: namePattern(basename(secret), random) } : {};
      const path = random.pick([secret, dirname(secret), cwd, world.home]);
      return step('grep', { pattern: random.pick(['.', 'a', 'TODO']), path, ...glob });
    }
    case 2:
      return step('edit', { path: target, old_string: 'x', new_string: 'y' });
    case 3:
      return step('delete', { path: target });
    case 4:
      return fetchAttack(number, cwd, random);
    default:
      return step('write', { path: target, content: random.pick(['x\n', 'NODE_OPTIONS=--require ./x.js\n']) });
  }
}

/** Addresses that look as if a rule covered them. */
function fetchAttack(number: number, cwd: string, random: RandomNumbers): Attack {
  const [rule, ...addresses] = random.pick(ADDRESSES);
  const url = random.pick(addresses);
  return { number, form: 'fetch tool', rules: [rule], steps: [{ tool: 'fetch', input: { url }, cwd }] };
}

const ADDRESSES: readonly (readonly [rule: string, ...addresses: string[]])[] = [
  [
    'fetch(https://*.github.com/*)',
    ...[`https://${HOST}/.github.com/x`, `https://${HOST}/x.github.com/x`, `https://${HOST}?.github.com/x`],
    ...[`https://${HOST}#.github.com/x`, `https://x.github.com@${HOST}/x`, `https://${HOST}\\.github.com/x`],
    ...[`https://${HOST}:443/.github.com/`, `https://u@${HOST}/a.github.com/x`, `https://${HOST}%2f.github.com/x`],
  ],
  [
    'fetch(https://docs.example.com*)',
    ...[
      `https://docs.example.com@${HOST}/`,
      `https://docs.example.com.${HOST}/`,
      `https://docs.example.com:x@${HOST}/`,
    ],
    ...[
      `https://docs.example.com%40@${HOST}/`,
      `https://docs.example.com\\@${HOST}/`,
      `https://docs.example.com-${HOST}/`,
    ],
  ],
  [
    'fetch(https://docs.example.com/*)',
    ...[
      `https://docs.example.com/@${HOST}`,
      `https://docs.example.com:443@${HOST}/`,
      `https://${HOST}/https://docs.example.com/`,
    ],
    ...[
      `https://docs.example.com\t@${HOST}/`,
      `https://${HOST}/../docs.example.com/x`,
      `HTTPS://DOCS.example.com@${HOST}/`,
    ],
  ],
  [
    'fetch(*example.com/*)',
    `https://${HOST}/example.com/x`,
    `https://${HOST}?example.com/`,
    `https://example.com@${HOST}/`,
  ],
];

/** For tools, to which `~` and `*` mean nothing. */
function toolPath(path: string, cwd: string, world: World, random: RandomNumbers): string {
  const inHome = path.slice(world.home.length);
  const link = world.links.find(({ target }) => path.startsWith(`${target}/`));
  return random.pick([
    ...[path, path, `${cwd}/../${basename(world.workspace)}/..${inHome}`, `//${path}`],
    ...[
      `/proc/self/cwd/${'../'.repeat(cwd.split('/').length - world.home.split('/').length)}${inHome}`,
      `/proc/self/root${path}`,
    ],
    ...(link === undefined ? [] : [`${link.path}${path.slice(link.target.length)}`]),
  ]);
}

/** Configuration that the agent writes itself, and then a call that it bites. */
function configuredAttack(number: number, world: World, random: RandomNumbers): Attack {
  const { name, files, bites } = random.pick(PLANTED);
  const cwd = world.workspace;
  const forms = FORMS.program.filter((form) => !form.includes('{') && bites.some(({ calls }) => calls.test(form)));
  const command = random.pick(forms.length > 0 ? forms : ['true']);
  const file = join(cwd, Object.keys(files)[0] ?? '');
  const writes = Object.entries(files).map(([path, content]): Step => ({
    tool: 'write',
    input: { path: join(cwd, path), content },
    cwd,
  }));
  return {
    number,
    form: `write ${name}; ${command}`,
    rules: [],
    steps: [...writes, { tool: 'bash', input: { command }, cwd }],
    bites: bites.map((bite) => ({ ...bite, folder: cwd, file })),
  };
}

/** A search, where the agent may have written what it passes over. */
function ignoredAttack(number: number, world: World, random: RandomNumbers): Attack {
  const cwd = world.workspace;
  const paths = random.below(3) === 0 ? [] : [random.pick(random.below(6) === 0 ? IGNORE_FILES : OWN_IGNORE_FILES)];
  const writes = paths.map((path): Step => {
    const content = ignoreText(world.ignored, random);
    return { tool: 'write', input: { path: join(cwd, path), content }, cwd };
  });
  const form = random.pick(random.below(2) === 0 ? SEARCHES : FORMS.ignored);
  const tool = { tool: 'grep', input: { pattern: random.pick(['.', 'a']), path: cwd }, cwd } as const;
  const agent = random.below(2) === 0 ? ({ agent: 'claude-code' } as const) : {};
  const isTool = random.below(8) === 0;
  const line = isTool ? '' : wrapped(filled(form, cwd, world, random), random);
  const last: Step = isTool ? { ...tool, ...agent } : { tool: 'bash', input: { command: line }, cwd };
  const shown = isTool ? 'grep tool' : form;
  return { number, form: `write ${paths.join(', ')}; ${shown}`, rules: [], steps: [...writes, last] };
}

/** Files that the agent writes with its own tool, and then a call that takes them up. */
function writtenAttack(number: number, world: World, random: RandomNumbers): Attack {
  const { files, then } = random.pick(WRITTEN_FIRST);
  const cwd = world.workspace;
  const fill = (text: string): string =>
    text.replaceAll('{MARK}', markCommand('written')).replaceAll('{HOME}', world.home);
  const command = random.pick(then);
  const writes = Object.entries(files).map(([path, content]): Step => ({
    tool: 'write',
    input: { path: join(cwd, path), content: fill(content) },
    cwd,
  }));
  const rules = random.below(3) === 0 ? RULES.filter(([, forms]) => forms.test(command)).map(([rule]) => rule) : [];
  return {
    number,
    form: `write ${Object.keys(files).join(', ')}; ${command}`,
    rules: rules.length === 0 ? [] : [random.pick(rules)],
    steps: [...writes, { tool: 'bash', input: { command: wrapped(fill(command), random) }, cwd }],
  };
}
