/** Faults that the product once had, each as it would come back: texts of today's product, and what they would be with it. */
export interface Replacement {
  readonly file: string;
  /** Must be there exactly once. */
  readonly today: string;
  readonly faulty: string;
}

export interface OldFault {
  readonly name: string;
  readonly what: string;
  readonly replacements: readonly Replacement[];
}

export const OLD_FAULTS: readonly OldFault[] = [
  {
    name: 'project keys',
    what: 'keys of project settings that run code are a list of bad ones',
    replacements: [
      {
        file: 'src/engine/proof/projectCode.ts',
        today: `      isPlain(value, addressesAreData === true) &&
      keys.some((known) => isKnown(known, key, value)) &&`,
        faulty: '      !/alias|runner|wrapper|rustc$/.test(key) &&',
      },
    ],
  },
  {
    name: 'repositories',
    what: 'a repository is known by the name .git alone',
    replacements: [
      {
        file: 'src/files/git/gitDirectory.ts',
        today: '  const { platform } = machine;\n  for (const path of everyName(resolved)) {',
        faulty:
          "  if (!everyName(resolved).some((path) => path.includes('/.git/'))) return undefined;\n" +
          '  const { platform } = machine;\n  for (const path of everyName(resolved)) {',
      },
    ],
  },
  {
    name: 'private files',
    what: 'outside of the workspace a file is private by its name alone',
    replacements: [
      {
        file: 'src/engine/proof/privateFiles.ts',
        today: '    if (this.isInWorkspace(path) || this.#place.isOwnOutput?.(path) === true) return undefined;',
        faulty: '    if (path !== undefined) return undefined;',
      },
    ],
  },
  {
    name: 'environment values',
    what: 'a variable holds a secret if its name says so',
    replacements: [
      {
        file: 'src/facts/environmentNames.ts',
        today: '  return NAMES.has(name) || ',
        faulty: '  return NAMES.has(name) || !/TOKEN|SECRET|PASSWORD|KEY/i.test(name) || ',
      },
    ],
  },
  {
    name: 'links',
    what: 'guarded places are not known by what links of a home or a workspace make of them',
    replacements: [
      {
        file: 'src/files/pathResolution.ts',
        today: 'const otherNames = this.#remote ? [] : candidates.flatMap((candidate) => this.#otherNames(candidate));',
        faulty: 'const otherNames: readonly string[] = [];',
      },
    ],
  },
  {
    name: "processes' folders",
    what: '/proc/self and its like are folders like any other',
    replacements: [
      {
        file: 'src/files/pathResolution.ts',
        today: '    if (candidates.some(isInsideProcess)) this.doubt(THROUGH_PROCESS);\n',
        faulty: '',
      },
      {
        file: 'src/files/pathResolution.ts',
        today: 'const folder = this.#folderOfProcess(next);',
        faulty: 'const folder = undefined as string | undefined;',
      },
      {
        file: 'src/files/pathResolution.ts',
        today: "if (lexical !== absolute && splitPath(absolute, platform).includes('..')) this.#follow(absolute);",
        faulty: 'if (lexical !== absolute && !/^.(?:proc|dev)./.test(absolute)) this.#follow(absolute);',
      },
    ],
  },
  {
    name: 'names handed over',
    what: 'only the last command before xargs counts, however many print into the pipe',
    replacements: [
      {
        file: 'src/shell/calls/handedOver.ts',
        today: 'return commands[xargs - back - 1]?.context.pipe !== undefined ? undefined : printedTrees(stage);',
        faulty: 'return printedTrees(stage);',
      },
      {
        file: 'src/shell/calls/handedOver.ts',
        today:
          "  if (wrapper?.redirections.some(({ operator }) => operator.startsWith('<')) === true) return undefined;\n",
        faulty: '',
      },
      {
        file: 'src/shell/calls/handedOver.ts',
        today: "['--path-separator', '--json', '--type-list', ...COUNTING]",
        faulty: "['--path-separator', ...COUNTING]",
      },
    ],
  },
  {
    name: 'stars of allow rules',
    what: 'a star covers every word',
    replacements: [
      {
        file: 'src/engine/stages/coveredWords.ts',
        today: `    !leadsToGuardedPlace(command, named, context) &&
    !leadsOutside(command, named, context) &&
    !mayReadUnnamedSecrets(line, line.analysis.commands.indexOf(command), named, readOnlyPlace(context))`,
        faulty: '    true',
      },
    ],
  },
  {
    name: 'searches',
    what: 'a folder that a program is given as a file is one file',
    replacements: [
      {
        file: 'src/engine/proof/readOnlyCommand.ts',
        today: "if (use.action !== 'search' && !isFolder) continue;",
        faulty: "if (use.action !== 'search') continue;",
      },
    ],
  },
  {
    name: 'hard links',
    what: 'a second name of a secret is another file',
    replacements: [
      {
        file: 'src/floor/files/secretLinks.ts',
        today: "typeof facts === 'object' && facts.type === 'file' && facts.links > 1 ? [facts] : []",
        faulty: '[]',
      },
    ],
  },
  {
    name: 'brackets',
    what: 'a bracket expression ends at its first bracket and is what a library makes of it; what finds nothing reads nothing',
    replacements: [
      {
        file: 'src/calls/command/shellPaths.ts',
        today: '    ...(hasBracket && { beforeBracket: plain }),\n',
        faulty: '',
      },
      {
        file: 'src/shell/reading/brackets.ts',
        today: "  if (text[at] === ']') at += 1;\n",
        faulty: '',
      },
      {
        file: 'src/calls/command/shellPaths.ts',
        today: 'return names?.length === 0 ? undefined : names?.map(',
        faulty: 'return names?.map(',
      },
    ],
  },
  {
    name: 'search patterns',
    what: 'patterns of find, grep and ripgrep are patterns of a shell',
    replacements: [
      {
        file: 'src/files/namePattern.ts',
        today: '  if (!READ_ALIKE.test(pattern)) return true;\n',
        faulty: '  if (READ_ALIKE !== undefined) return patternsMeet(pattern, name);\n',
      },
    ],
  },
  {
    name: 'ignore rules',
    what: 'ignore rules are what a library makes of them, without a look at what git and ripgrep read otherwise',
    replacements: [
      {
        file: 'src/disk/ignoreFile.ts',
        today: '  if (line.length > MAX_IGNORABLE_CHARACTERS || !READ_ALIKE.test(line)) return false;\n',
        faulty: '  if (line.length > MAX_IGNORABLE_CHARACTERS) return false;\n',
      },
      {
        file: 'src/disk/ignoreFile.ts',
        today: "  if (line !== '' && /^$|^ | $|\\/\\/|^\\/$|(?:^|\\/)\\.{1,2}(?:\\/|$)/.test(pattern)) return false;\n",
        faulty: '',
      },
      {
        file: 'src/disk/ignoreFile.ts',
        today: ' && !/[^/]\\*\\*|\\*\\*[^/]/.test(pattern);',
        faulty: ' && pattern !== undefined;',
      },
      {
        file: 'src/disk/ignoreFile.ts',
        today: 'const exact = ignore({ ignorecase: false })',
        faulty: 'const exact = ignore({ ignorecase: true })',
      },
      {
        file: 'src/disk/searchScope.ts',
        today: 'text === undefined || /^\\ufeff?!/m.test(text)',
        faulty: 'text === undefined || /^!/m.test(text)',
      },
    ],
  },
];
