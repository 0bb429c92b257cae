/** Ways to write a path in a line of bash. */
import { basename, dirname, join, relative } from 'node:path';
import type { RandomNumbers } from '../shell/randomNumbers';
import type { World } from './world';

export interface SpelledPath {
  /** Goes before the command, with its separator. */
  readonly before: string;
  readonly word: string;
}

/** @param folder in which the command begins */
export function spell(path: string, folder: string, world: World, random: RandomNumbers): SpelledPath {
  if (random.below(9) === 0) return byFolder(path, folder, world, random);
  if (random.below(9) === 0) return byVariable(path, folder, world, random);
  return { before: '', word: spelledWord(path, folder, world, random) };
}

/** Goes to the folder first. */
function byFolder(path: string, folder: string, world: World, random: RandomNumbers): SpelledPath {
  const into = spelledWord(dirname(path), folder, world, random);
  const name = disguised(basename(path), random);
  return {
    before: random.pick([`cd ${into} && `, `cd ${into}; `, `pushd ${into} > /dev/null; `, `cd ${into}\n`]),
    word: name,
  };
}

function byVariable(path: string, folder: string, world: World, random: RandomNumbers): SpelledPath {
  const word = spelledWord(path, folder, world, random);
  const base = spelledWord(dirname(path), folder, world, random);
  return random.pick<SpelledPath>([
    { before: `p=${word}; `, word: '$p' },
    { before: `p=${base}; `, word: `"$p"/${basename(path)}` },
    { before: `p=${basename(path)}\n`, word: `${base}/$p` },
    { before: '', word: `$(echo ${word})` },
    { before: '', word: `"$(printf %s ${path})"` },
    { before: '', word: `\${none:-${word}}` },
    { before: `set -- ${word}; `, word: '"$1"' },
    { before: `read -r p <<< ${path}; `, word: '"$p"' },
  ]);
}

function spelledWord(path: string, folder: string, world: World, random: RandomNumbers): string {
  const name = basename(path);
  const parent = dirname(path);
  if (parent === '/' || path === world.home) return placed(path, folder, world, random);
  return `${placed(parent, folder, world, random)}/${disguised(name, random)}`;
}

/** A folder's spelling. */
function placed(folder: string, from: string, world: World, random: RandomNumbers): string {
  const inHome = `${folder}/`.startsWith(`${world.home}/`) ? folder.slice(world.home.length) : undefined;
  const direct = relative(from, folder) || '.';
  const up = relative(from, world.home) || '.';
  const ways = [folder, direct, direct, `./${direct}`, direct];
  if (inHome !== undefined) {
    ways.push(`~${inHome}`, `~${inHome}`, `$HOME${inHome}`, `"$HOME"${inHome}`, `\${HOME}${inHome}`);
    ways.push(`$PWD/${up}${inHome}`, `$(pwd)/${up}${inHome}`, `~+/${up}${inHome}`, `src/../${up}${inHome}`);
    ways.push(`//${folder}`, `${world.home}/./${inHome}`, ...throughProcess(folder, from, world));
    ways.push(`${dirname(world.home)}/*${inHome}`, `${dirname(world.home)}/?${inHome}`);
  }
  return random.pick([...ways, ...throughLinks(folder, from, world)]);
}

/** By what the kernel keeps of a process; of a folder in the home. */
function throughProcess(folder: string, from: string, { home }: World): readonly string[] {
  const below = `${relative(from, home) || '.'}${folder.slice(home.length)}`;
  return [
    ...[`/proc/self/cwd/${below}`, `/proc/thread-self/cwd/${below}`, `/proc/self/root${folder}`],
    ...[`/proc/$$/cwd/${below}`, `/dev/fd/../cwd/${below}`],
  ];
}

function throughLinks(folder: string, from: string, { links }: World): readonly string[] {
  return links.flatMap(({ path, target }) => {
    const below = relative(target, folder);
    const link = relative(from, path);
    if (!below.startsWith('..')) return [join(link, below), join(link, below), `./${link}/${below}`];
    // What `..` after a link leads to depends on the link.
    return below.split('/').filter((part) => part === '..').length < 3 ? [`${link}/${below}`] : [];
  });
}

/** In one odd way alone: nothing else in the word gives it away. */
export function spelledOddly(path: string, folder: string, world: World, random: RandomNumbers): string {
  const [parent, name] = [dirname(path), basename(path)];
  const links = throughLinks(parent, folder, world);
  switch (random.below(links.length > 0 ? 3 : 2)) {
    case 0:
      return `${random.pick(throughProcess(parent, folder, world))}/${name}`;
    case 1:
      return `${random.pick([parent, relative(folder, parent) || '.'])}/${withOddBracket(name, random)}`;
    default:
      return `${random.pick(links)}/${name}`;
  }
}

function withOddBracket(name: string, random: RandomNumbers): string {
  const at = 1 + random.below(Math.max(1, name.length - 1));
  return `${name.slice(0, at)}${random.pick(ODD_BRACKETS)}${name.slice(at + 1)}`;
}

/** Where a reader of brackets errs easily; often, since few of them fit. */
const ODD_BRACKETS = ['[^]]', '[^]]', '[!]]', '[!]]', '[^]x]', '[!]-a]'];

/** A name's spelling: as it is, quoted, or as a pattern that matches it. */
function disguised(name: string, random: RandomNumbers): string {
  if (random.below(2) === 0) return name;
  const at = 1 + random.below(Math.max(1, name.length - 1));
  const letter = name[at] ?? '';
  if (!/^[\w.]$/.test(letter)) return name;
  const [head, rest] = [name.slice(0, at), name.slice(at + 1)];
  const classes = /[a-z]/.test(letter) ? ['[[:alpha:]]', '[[:lower:]]', '[a-z]', '[[:alnum:]]'] : ['[[:graph:]]'];
  return random.pick([
    ...[
      `${head}?${rest}`,
      `${head}[${letter}]${rest}`,
      ...ODD_BRACKETS.map((bracket) => `${head}${bracket}${rest}`),
      `${head}[!x-z]${rest}`,
    ],
    ...[
      `${head}[[=${letter}=]]${rest}`,
      `${head}[[.${letter}.]]${rest}`,
      `${head}[]${letter}]${rest}`,
      `${head}[^/]${rest}`,
    ],
    ...classes.map((bracket) => `${head}${bracket}${rest}`),
    ...[`${head}*`, `${head}{${letter},#}${rest}`, `${head}{${letter},}${rest}`, `${head}*${rest}`],
    ...[
      `${head}\\${letter}${rest}`,
      `'${name}'`,
      `"${name}"`,
      `${head}''${rest === '' ? '' : letter + rest}${rest === '' ? letter : ''}`,
    ],
    ...[`$'${name}'`, `${head}"${letter}"${rest}`, `${head}[\\${letter}]${rest}`, `${head}["${letter}"]${rest}`],
    ...[
      `$'${head}\\x${letter.charCodeAt(0).toString(16)}${rest}'`,
      `{x,${name}}`,
      `${head}{${letter}..${letter}}${rest}`,
    ],
  ]);
}
