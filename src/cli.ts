/**
 * The engine without VS Code: `cli.js decide` reads tool calls as JSON lines and prints a decision per line; `cli.js
 * explain` explains a command line; `cli.js eval` measures a model. Nobody can be asked: what code does not settle is
 * blocked.
 */
import { join } from 'node:path';
import { runCommand } from './terminal/runCommand';

void runCommand(process.argv.slice(2), process, {
  environment: process.env,
  evaluationSet: join(__dirname, '..', 'media', 'evaluation'),
  interrupted: () => {
    const controller = new AbortController();
    // A second Ctrl-C ends the program.
    process.once('SIGINT', () => {
      controller.abort();
    });
    return controller.signal;
  },
}).then((status) => {
  process.exitCode = status;
});
