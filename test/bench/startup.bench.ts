/**
 * How long the extension takes to start in the real editor, and until it has decided a first call, by what the opened repository holds:
 * `npx tsx test/bench/startup.bench.ts [runs]`. A table, no verdict. It measures the package that `npm run package` made last.
 */
import { join } from 'node:path';
import { COMMANDS } from '../../src/config/contributions';
import { Editor } from '../editor/editor';
import { writeRepositories } from '../editor/hostileRepositories';
import { openRepository } from '../editor/openRepository';
import { printRow, quantile, sorted } from './times';

const RUNS = Number(process.argv[2] ?? 3);

async function measure(editor: Editor): Promise<void> {
  const repositories = await writeRepositories(join(editor.root, 'repositories'));
  const activations = new Map<string, number[]>();
  const decisions = new Map<string, number[]>();
  const add = (to: Map<string, number[]>, name: string, milliseconds: number): void => {
    to.set(name, [...(to.get(name) ?? []), milliseconds]);
  };
  // One round after the other, so that a slow moment of the machine falls on all of them.
  for (let run = 0; run < RUNS; run += 1) {
    for (const repository of repositories) {
      const opened = performance.now();
      const window = await openRepository(editor, repository);
      const call = { tool: 'bash', input: { command: 'make' }, cwd: repository.folder, interactive: false };
      await window.executeCommand(COMMANDS.check, call);
      add(decisions, repository.name, performance.now() - opened);
      const activation = await window.runInHost(() => {
        const host = globalThis as { MonacoPerformanceMarks?: { getMarks(): { name: string; startTime: number }[] } };
        const marks = host.MonacoPerformanceMarks?.getMarks() ?? performance.getEntriesByType('mark');
        const at = (what: string): number | undefined =>
          marks.find(({ name }) => name.includes(`/${what}ActivateExtension/`) && /auto-mode\.auto-mode$/i.test(name))
            ?.startTime;
        const [began, ended] = [at('will'), at('did')];
        return began === undefined || ended === undefined ? null : ended - began;
      });
      if (activation !== null) add(activations, repository.name, activation);
      await window.page.close();
    }
  }
  printRow('repository', ['start ms', 'max ms', '1st call', 'max ms']);
  for (const { name } of repositories) {
    const numbers = [activations, decisions].flatMap((times) => {
      const measured = sorted(times.get(name) ?? []);
      return [0.5, 1].map((share) => quantile(measured, share).toFixed(0));
    });
    printRow(name, numbers);
  }
}

void Editor.start({ name: 'startup-bench', optimised: true }).then((editor) =>
  measure(editor).finally(() => editor.stop()),
);
