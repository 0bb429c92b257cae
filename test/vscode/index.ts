import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import * as vscode from 'vscode';
import ResultReporter from '../../scripts/testing/resultReporter.cjs';
import { FIRST_LINE } from './firstLine';

/** What VS Code calls in an extension test run. Rejects where a test failed: that is the run's only result for it. */
export function run(): Promise<void> {
  console.log(`${FIRST_LINE} ${vscode.version}`);
  const mocha = new Mocha({ ui: 'bdd', timeout: 120_000, reporter: ResultReporter });
  for (const name of readdirSync(__dirname)) {
    if (name.endsWith('.test.js')) mocha.addFile(join(__dirname, name));
  }
  return new Promise((resolve, reject) => {
    mocha.run((failures) => {
      if (failures === 0) resolve();
      else reject(new Error(`${failures} tests failed.`));
    });
  });
}
