import assert from 'node:assert/strict';
import { stageOf, WRITES, folder, home, type Change } from './reach';

const withEnv = (file: string, text: string): readonly Change[] => [{ path: folder(file), before: '', after: text }];

/** Files whose text decides, by what it sets or opens: for the vehicles that tell the text. */
const BY_TEXT: Readonly<Record<string, readonly Change[]>> = {
  'a file that sets AUTOMODE_SETTINGS_JSON': [
    ...withEnv('.env', 'AUTOMODE_SETTINGS_JSON={}'),
    ...withEnv('.env.local', 'export AUTOMODE_SETTINGS_JSON={}'),
    ...withEnv('.envrc', 'export AUTOMODE_SETTINGS_JSON={}'),
    ...withEnv('.vscode/tasks.json', '{"tasks":[{"options":{"env":{"AUTOMODE_SETTINGS_JSON":"{}"}}}]}'),
    ...withEnv('.vscode/tasks.json', '{"tasks":[{"options":{"env":{"\\u0041UTOMODE_SETTINGS_JSON":"{}"}}}]}'),
    ...withEnv('.vscode/launch.json', '{"configurations":[{"env":{"AUTOMODE_SETTINGS_JSON":"{}"}}]}'),
    ...withEnv('p.code-workspace', '{"settings":{"terminal.integrated.env.linux":{"AUTOMODE_SETTINGS_JSON":"{}"}}}'),
    ...withEnv('.devcontainer/devcontainer.json', '{"containerEnv":{"AUTOMODE_SETTINGS_JSON":"{}"}}'),
    ...withEnv('.devcontainer/devcontainer.json', '{"remoteEnv":{"AUTOMODE_SETTINGS_JSON":"{}"}}'),
    ...withEnv('compose.yaml', 'services:\n  a:\n    environment:\n      - AUTOMODE_SETTINGS_JSON={}'),
    ...withEnv('compose.yml', 'services:\n  a:\n    environment:\n      "AUTOMODE_SETTINGS_JSON" : "{}"'),
    ...withEnv('Dockerfile', 'FROM x\nENV AUTOMODE_SETTINGS_JSON={}'),
    ...withEnv('.github/workflows/ci.yml', 'env:\n  AUTOMODE_SETTINGS_JSON: "{}"'),
    ...withEnv('mise.toml', '[env]\nAUTOMODE_SETTINGS_JSON = "{}"'),
    ...withEnv('.npmrc', 'script-shell=env AUTOMODE_SETTINGS_JSON={} sh'),
    ...withEnv('Makefile', 'export AUTOMODE_SETTINGS_JSON := {}'),
    ...withEnv('package.json', '{"scripts":{"a":"AUTOMODE_SETTINGS_JSON={} code ."}}'),
  ],
  'a file in which a command of the gate is run': [
    ...withEnv('.vscode/tasks.json', '{"tasks":[{"command":"echo ${command:autoMode.off}"}]}'),
    ...withEnv(
      '.vscode/tasks.json',
      '{"tasks":[{"command":"echo ${input:a}"}],"inputs":[{"id":"a","type":"command","command":"autoMode.off"}]}',
    ),
    ...withEnv('.vscode/tasks.json', '{"tasks":[{"command":"echo ${command:\\u0061utoMode.off}"}]}'),
    ...withEnv('.vscode/launch.json', '{"configurations":[{"program":"${command:autoMode.off}"}]}'),
    ...withEnv('.vscode/mcp.json', '{"inputs":[{"id":"a","type":"command","command":"autoMode.off"}]}'),
    ...withEnv('.vscode/settings.json', '{"x.y":"${command:autoMode.off}"}'),
    ...withEnv('p.code-workspace', '{"tasks":{"tasks":[{"command":"echo ${command:autoMode.off}"}]}}'),
    { path: home('.config/Code/User/keybindings.json'), before: '[]', after: '[{"key":"a","command":"autoMode.off"}]' },
    {
      path: home('.config/Code/User/keybindings.json'),
      before: '[]',
      after: '[{"key":"a","command":"runCommands","args":{"commands":["autoMode.off"]}}]',
    },
    {
      path: home('.config/Code/User/tasks.json'),
      before: '{}',
      after: '{"tasks":[{"command":"${command:autoMode.off}"}]}',
    },
    { path: home('.config/Code/User/mcp.json'), before: '{}', after: '{"inputs":[{"command":"autoMode.off"}]}' },
  ],
};

const TELLING = ['Claude Code: Write', 'Claude Code: MultiEdit', 'VS Code: apply_patch', 'Codex: apply_patch'];
const TELLING_SHELL = ['Copilot: create', 'Gemini: write_file', 'shell: redirect', 'shell: here-document'];

describe("out of an agent's reach: writing", () => {
  for (const [phrase, changes] of Object.entries(BY_TEXT)) {
    describe(phrase, () => {
      for (const change of changes) {
        it(`${change.path} ${change.after}`, async () => {
          const missed: string[] = [];
          for (const vehicle of [...TELLING, ...TELLING_SHELL]) {
            const call = WRITES[vehicle]?.(change) ?? assert.fail(vehicle);
            const stage = await stageOf(call, { [change.path]: change.before ?? '' });
            if (stage !== 'hard-deny') missed.push(`${vehicle}: ${stage}`);
          }
          assert.deepEqual(missed, []);
        });
      }
    });
  }
});
