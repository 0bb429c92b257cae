import { t } from '@vscode/l10n';
import { oneOrMany } from '../../common/oneOrMany';
import { visibleDocument, visibleLine } from '../../common/visibleText';
import type { RunningFiles } from '../../engine/model/ports';
import { isByAgent } from './questionFacts';

type File = RunningFiles['files'][number];

/** No foreign line can pass for ours. */
const MARGIN = '  | ';

/**
 * The files that a call runs, as judged: the agent's first.
 * @param changeOf what the agent's last write did; undefined: unknown
 */
export function whatRunsText(
  { files, texts, unresolved, complete }: RunningFiles,
  changeOf: (path: string) => string | undefined,
): string {
  const texted = files.map((file, index) => ({ file, text: texts[index] }));
  const ordered = [...texted.filter(({ file }) => isByAgent(file)), ...texted.filter(({ file }) => !isByAgent(file))];
  return [
    oneOrMany(
      files.length,
      t('1 part of a file would run:'),
      t('{count} parts of files would run:', { count: files.length }),
    ),
    ...files.map((file) => `${'  '.repeat(file.depth + 1)}${nameOf(file)} (${writerText(file)})`),
    ...(complete ? [] : ['', t('More may run: not all of it could be read.')]),
    ...unresolved.map((why) => `  ${visibleLine(why)}`),
    ...ordered.flatMap(({ file, text }) => [
      '',
      nameOf(file),
      ...(isByAgent(file) ? changeLines(changeOf(file.path)) : []),
      ...(text === undefined ? [t('Its text was not read.')] : [t('Its text, as judged:'), ...margined(text)]),
    ]),
    '',
  ].join('\n');
}

function changeLines(change: string | undefined): string[] {
  return change === undefined ? [] : [t("The agent's last change of it:"), ...margined(change)];
}

function margined(text: string): string[] {
  return visibleDocument(text)
    .split('\n')
    .map((line) => MARGIN + line);
}

function nameOf({ path, name, line }: File): string {
  const place = line === undefined || line <= 1 ? '' : `:${line}`;
  return visibleLine(name === undefined ? `${path}${place}` : `${path}${place} › ${name}`);
}

function writerText({ writer, problem }: File): string {
  const words = {
    agent: t('written by an agent in this session'),
    'agent-changed': t('changed by an agent in this session'),
    committed: t('as committed'),
    unknown: t('author unknown'),
  }[writer];
  return problem === undefined ? words : `${words}, ${t('uncertain: {problem}', { problem })}`;
}
