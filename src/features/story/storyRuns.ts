import { t } from '@vscode/l10n';
import { oneOrMany } from '../../common/oneOrMany';
import { visibleLine } from '../../common/visibleText';
import type { Runs } from '../../engine/model/decision';
import type { StoryRunFile, StoryRuns } from '../../panel/story';

type RunFile = Runs['files'][number];

const MAX_FILES = 200;

/**
 * What the call was going to execute, as seen then.
 * @param hasChange agents' changes can be shown
 */
export function storyRuns(
  runs: Runs | undefined,
  cwd: string | undefined,
  redact: (text: string) => string,
  hasChange: (file: RunFile) => boolean,
): StoryRuns | undefined {
  if (runs === undefined) return undefined;
  const shown = runs.files.slice(0, MAX_FILES);
  const left = runs.files.length - shown.length;
  const unresolved = runs.unresolved.map((why) => visibleLine(redact(why)));
  return {
    summary: summary(runs),
    files: shown.map((file) => runFile(file, cwd, redact, hasChange)),
    ...(left === 0 ? {} : { more: t('and {count} more', { count: left }) }),
    unresolved: runs.complete || unresolved.length > 0 ? unresolved : [t('Other files may decide what runs, too.')],
  };
}

/** A file may run twice. */
function summary({ files, complete }: Runs): string {
  const paths = new Set(files.map(({ path }) => path));
  const written = new Set(files.filter(isOfAgent).map(({ path }) => path));
  const count = oneOrMany(paths.size, t('1 file'), t('{count} files', { count: paths.size }));
  return [
    count,
    ...(written.size === 0 ? [] : [t('{count} written by an agent in this session', { count: written.size })]),
    ...(complete ? [] : [t('not all known')]),
  ].join(', ');
}

function isOfAgent({ writer }: RunFile): boolean {
  return writer === 'agent' || writer === 'agent-changed';
}

function runFile(
  file: RunFile,
  cwd: string | undefined,
  redact: (text: string) => string,
  hasChange: (file: RunFile) => boolean,
): StoryRunFile {
  const { kind, path, name, writer, problem, depth } = file;
  const below = cwd !== undefined && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
  return {
    path: visibleLine(redact(below)),
    what: name === undefined ? kindNames()[kind] : `${kindNames()[kind]} ${visibleLine(redact(name))}`,
    writer,
    writtenBy: writerNames()[writer],
    ...(problem === undefined ? {} : { problem: problemNames()[problem] }),
    depth,
    ...(isOfAgent(file) && hasChange(file) ? { change: true } : {}),
  };
}

function writerNames(): Readonly<Record<RunFile['writer'], string>> {
  return {
    agent: t('written by an agent in this session'),
    'agent-changed': t('changed by an agent in this session'),
    committed: t('as committed'),
    unknown: t('writer unknown'),
  };
}

function kindNames(): Readonly<Record<RunFile['kind'], string>> {
  return {
    script: t('script'),
    sourced: t('sourced'),
    piped: t('piped'),
    module: t('module'),
    'package-script': t('package script'),
    'make-target': t('make target'),
    'git-hook': t('git hook'),
    task: t('task'),
    configuration: t('configuration'),
    executable: t('installed program'),
  };
}

function problemNames(): Readonly<Record<NonNullable<RunFile['problem']>, string>> {
  return {
    missing: t('missing'),
    'too-large': t('too large to be read'),
    'not-a-file': t('no ordinary file'),
    unreadable: t('unreadable'),
    binary: t('not text'),
    cycle: t('runs itself'),
    'too-deep': t('nested too deeply'),
    'too-many': t('too many files'),
    'out-of-time': t('not read in time'),
    dynamic: t('known only when it runs'),
  };
}
