/** Texts of ignore files. In many a line does not mean what it seems to, or not to every program. */
import type { RandomNumbers } from '../shell/randomNumbers';

/** Below the workspace; an agent may write them. */
export const OWN_IGNORE_FILES = [
  ...['.gitignore', '.gitignore', '.gitignore', '.gitignore', '.gitignore', '.gitignore', '.gitignore', '.gitignore'],
  ...['.ignore', '.rgignore', 'src/.gitignore', 'src/.ignore', 'config/.gitignore', 'config/.rgignore'],
] as const;
export const IGNORE_FILES = [...OWN_IGNORE_FILES, '../.gitignore', '../.ignore', '.git/info/exclude'] as const;

/** Of the workspace, and hidden by what usually is in its `.gitignore`. */
const HIDDEN = ['server.pem', 'server.pem', 'server.pem', '.env', '.env.local', 'config/.npmrc'];

/** @param usual what hides the secrets: half of the texts are like it, with one line in another form */
export function ignoreText(usual: string, random: RandomNumbers): string {
  const lines = random.below(2) === 0 ? changedLines(usual, random) : newLines(random);
  const end = random.pick(['\n', '\n', '\n', '\n', '\r\n', ' \n', '\n\n']);
  const text = lines.join(end) + (random.below(8) === 0 ? '' : end);
  return random.below(10) === 0 ? `\uFEFF${text}` : text;
}

function changedLines(usual: string, random: RandomNumbers): readonly string[] {
  const rule = ignoreRule(random);
  const lines = usual.split('\n').filter((line) => line !== '' && (line !== '*.pem' || !/p/i.test(rule)));
  const at = random.below(lines.length + 1);
  return [...lines.slice(0, at), rule, ...lines.slice(at)];
}

function newLines(random: RandomNumbers): readonly string[] {
  return Array.from({ length: 1 + random.below(3) }, () => ignoreRule(random));
}

export function ignoreRule(random: RandomNumbers): string {
  const path = random.pick(HIDDEN);
  const rule = random.below(4) === 0 ? random.pick(ODD) : patternOf(path, random);
  return random.below(6) === 0 ? `!${rule}` : rule;
}

const ODD = [
  ...[
    '',
    ' ',
    '!',
    '#',
    '\\',
    '/',
    '*',
    '/*',
    '*/',
    '**',
    '**/',
    '/**',
    '***',
    '.*',
    '*.*',
    '.',
    '..',
    '?*',
    '[',
    '[!',
    'é',
  ],
  ...[
    '*.pem ',
    '*.pem\\ ',
    '*.{pem,env}',
    '#*.pem',
    '\\#',
    '\\!',
    '!!*.pem',
    '*.pem #',
    '*.pem\t',
    '* .pem',
    '!*',
    '!/*',
    '!**',
  ],
];

/** Matches the name, or seems to. */
function patternOf(path: string, random: RandomNumbers): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const at = random.below(name.length);
  const [head, letter, rest] = [name.slice(0, at), name[at] ?? '', name.slice(at + 1)];
  const end = `*.${name.split('.').at(-1) ?? ''}`;
  const one = random.pick([
    ...[
      '?',
      `[${letter}]`,
      '[!x]',
      '[^x]',
      '[a-z]',
      '[A-Z]',
      '[[:lower:]]',
      '[[:alpha:]]',
      '[[:upper:]]',
      '[[:punct:]]',
    ],
    ...[
      `[]${letter}]`,
      '[^]]',
      '[!]]',
      `[${letter}`,
      `[\\${letter}]`,
      `[[.${letter}.]]`,
      `[z-a]`,
      `\\${letter}`,
      '*',
      '**',
      '[!a-y]',
    ],
  ]);
  const odd = `${head}${one}${rest}`;
  const oddEnd = `*${(random.below(2) === 0 ? '.' : '') + one}${end.slice(3)}`;
  const cased = [name.toUpperCase(), end.toUpperCase(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`];
  return random.pick([
    ...[...cased, ...cased, name, path, end, `/${name}`, `/${path}`],
    ...[odd, odd, odd, odd, oddEnd, oddEnd, oddEnd, oddEnd],
    ...[
      `${name}/`,
      `${name}/**`,
      `${name} `,
      `${name}\\ `,
      ` ${name}`,
      `./${name}`,
      `//${name}`,
      `**/${name}`,
      `**${name}`,
      `${name}**`,
    ],
    ...[
      `/**/${name}`,
      `*/${name}`,
      `{${name},x}`,
      `${head}{${letter},x}${rest}`,
      `/*/../${name}`,
      `${name}\r`,
      `${head}*`,
    ],
  ]);
}
