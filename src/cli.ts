/**
 * Without VS Code: `cli.js decide` decides tool calls given as JSON lines, `explain` explains a line, `eval` measures a
 * model. Nobody can be asked. `mcp` serves agents whose only door is MCP.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './terminal/runCommand';

void runCommand(process.argv.slice(2), process, {
  environment: process.env,
  evaluationSet: join(__dirname, '..', 'media', 'evaluation'),
  version: () => {
    const manifest = readFileSync(join(__dirname, '..', 'package.json'), 'utf8');
    return (JSON.parse(manifest) as { readonly version: string }).version;
  },
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
