/**
 * The engine for a terminal, without VS Code: `cli.js decide` reads tool calls as JSON lines on standard input and prints one decision
 * a line, in the same order; `cli.js explain` tells what the gate makes of one command line. Nobody can be asked there, and no
 * classifier is configured, so what code does not settle is blocked. `cli.js eval` measures a model on labelled calls.
 */
import { join } from 'node:path';
import { runCommand } from './terminal/runCommand';

void runCommand(process.argv.slice(2), process, {
  environment: process.env,
  // Beside the folder of this file, both in the sources and in the package.
  evaluationSet: join(__dirname, '..', 'media', 'evaluation'),
  interrupted: () => {
    const controller = new AbortController();
    // Once: a second Ctrl-C ends the program at once.
    process.once('SIGINT', () => {
      controller.abort();
    });
    return controller.signal;
  },
}).then((status) => {
  process.exitCode = status;
});
