/** No program takes these for what their protected name says. Only built-in entries make way. */
import { table } from '../../common/table';
import type { MachineFacts } from '../../files/machineFacts';
import { everyName, type ResolvedPath } from '../../files/pathResolution';
import { foldedSegments } from '../../files/pathText';

/** From the workspace folder, or the root. */
type Path = readonly string[];

const TESTS = new Set(['test', 'tests', '__tests__', 'spec', 'specs', 'e2e', 'testing']);
const FIXTURES = new Set(['fixtures', '__fixtures__', 'testdata', 'test-data']);
/** They run nothing: manifests and settings of linters and formatters. */
const OF_FIXTURES =
  /^(?:package(?:-lock)?\.json|yarn\.lock|pnpm-lock\.yaml|makefile|gnumakefile|\.(?:eslintrc|prettierrc|babelrc|stylelintrc)(?:\.(?:json|ya?ml))?|cargo\.(?:toml|lock)|go\.(?:mod|sum)|pyproject\.toml|setup\.cfg|requirements[\w.-]*\.txt|gemfile(?:\.lock)?|composer\.(?:json|lock)|pom\.xml|dockerfile)$/;
const DATA = new Set([
  ...['data', 'public', 'static', 'assets', 'locales', 'i18n', 'content', 'mocks', '__mocks__', ...FIXTURES],
]);
const SOURCES = new Set(['src', 'lib', 'source', 'internal', 'pkg']);

const ORDINARY: Readonly<Record<string, (path: Path) => boolean>> = table({
  // The user decides what to install.
  '.vscode': (path) => path.at(-2) === '.vscode' && path.at(-1) === 'extensions.json',
  // The file is of a build, the folder a name like others.
  dune: (path) => path.includes('dune') && path.at(-1) !== 'dune',
  'project.json': (path) => path.slice(0, -1).some((name) => DATA.has(name)),
  'mcp.json': (path) => path.length > 2 && path.slice(0, -1).some((name) => SOURCES.has(name)) && !isHidden(path),
});

function isHidden(path: Path): boolean {
  return path.some((name) => name.startsWith('.'));
}

function isFixture(path: Path): boolean {
  const tests = path.findIndex((name) => TESTS.has(name));
  const fixtures = path.findIndex((name, index) => index > tests && FIXTURES.has(name));
  return tests !== -1 && fixtures !== -1 && OF_FIXTURES.test(path.at(-1) ?? '') && !isHidden(path.slice(0, -1));
}

/** Nothing is protected at any of the path's names. */
export function isOrdinaryPlace(
  pattern: string,
  resolved: ResolvedPath,
  workspaceFolders: readonly string[],
  machine: Pick<MachineFacts, 'platform' | 'homeDirectory'>,
): boolean {
  const { platform } = machine;
  const ofFixtures = OF_FIXTURES.test(pattern.replaceAll('*', '').toLowerCase());
  const roots = workspaceFolders.map((folder) => foldedSegments(folder, platform));
  return everyName(resolved).every((name) => {
    if (pattern === '.claude' && isPlan(name, machine.homeDirectory)) return true;
    const path = foldedSegments(name, platform);
    const root = roots.find((folder) => folder.length > 0 && folder.every((part, index) => path[index] === part));
    if (root === undefined) return false;
    const below = path.slice(root.length);
    return ORDINARY[pattern]?.(below) === true || (ofFixtures && isFixture(below));
  });
}

const TOOL = /\.config\.[cm]?[jt]s$/i;
/** `.versionrc.js`, `.doctor.exs`: no program hides its own sources. */
const HIDDEN_PROGRAM = /(?:^|[/\\])\.[^/\\]+(\.(?:[cm]?[jt]s|exs|rb|php|lua|py|groovy|(?:ba|z|fi)?sh|ps1))$/i;

/** `x.config.js` is a tool's program, except among a program's own sources; so is a hidden file of code. */
export function toolConfiguration(
  resolved: ResolvedPath,
  workspaceFolders: readonly string[],
  platform: NodeJS.Platform,
): string | undefined {
  const names = everyName(resolved);
  const hidden = names.map((name) => HIDDEN_PROGRAM.exec(name)?.[1]).find((ending) => ending !== undefined);
  if (hidden !== undefined) return `.*${hidden}`;
  const found = names.some((name) => {
    if (!TOOL.test(name)) return false;
    const path = foldedSegments(name, platform);
    const root = workspaceFolders
      .map((folder) => foldedSegments(folder, platform))
      .find((folder) => folder.every((part, index) => path[index] === part));
    return !path.slice(root?.length ?? 0, -1).some((part) => SOURCES.has(part) || part === 'app');
  });
  return found ? '*.config.*' : undefined;
}

/** Patterns that may make way; others cost nothing. */
export function mayBeOrdinary(pattern: string, resolved: ResolvedPath): boolean {
  return (
    pattern === '.claude' ||
    Object.hasOwn(ORDINARY, pattern) ||
    /fixtures|test-?data/i.test(resolved.candidates[0] ?? '')
  );
}

/** Claude Code shows its plan to the user. */
function isPlan(path: string, home: string): boolean {
  return path.startsWith(`${home}/.claude/plans/`) && /^[^/]+\.md$/.test(path.slice(`${home}/.claude/plans/`.length));
}

const SCRATCH = /^(?:\/private)?\/tmp\/claude(?:-\d+)?\/[^/]+\/[^/]+\/scratchpad\/./;

/** Claude Code's plans and notes, outside of the workspace. */
export function isAgentScratch(path: string, { platform, homeDirectory }: MachineFacts): boolean {
  return platform !== 'win32' && (isPlan(path, homeDirectory) || SCRATCH.test(path));
}
