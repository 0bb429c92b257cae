/**
 * The engine for a terminal, without VS Code: `cli.js decide` reads tool calls as JSON lines on standard input and prints one decision
 * a line, in the same order; `cli.js explain` tells what the gate makes of one command line. Nobody can be asked there, and no
 * classifier is configured, so what code does not settle is blocked.
 */
import { runCommand } from './terminal/runCommand';

void runCommand(process.argv.slice(2), process).then((status) => {
  process.exitCode = status;
});
