import { edit, testParts, write, type PartCase } from './partCases';

const PARTS: readonly PartCase[] = [
  {
    name: 'the variable in a shell script',
    path: 'run.sh',
    touch: write('export AUTOMODE_SETTINGS_JSON={}'),
    check: 'settings-variable',
  },
  {
    name: 'the variable in an .env file',
    path: '.env',
    touch: edit('A=1', 'A=1\nautomode_settings_json={}'),
    before: 'A=1',
    check: 'settings-variable',
  },
  {
    name: 'the variable in a task',
    path: '.vscode/tasks.json',
    touch: write('{"env":{"AUTOMODE_SETTINGS_JSON":"{}"}}'),
    check: 'settings-variable',
  },
  {
    name: 'the variable in a container',
    path: 'Dockerfile',
    touch: write('FROM x\nENV AUTOMODE_SETTINGS_JSON {}'),
    check: 'settings-variable',
  },
  {
    name: 'the variable in a program',
    path: 'a.ts',
    touch: write("process.env['AUTOMODE_SETTINGS_JSON'] = '{}';"),
    check: 'settings-variable',
  },
  {
    name: 'the variable in a call',
    path: 'a.c',
    touch: write('setenv("AUTOMODE_SETTINGS_JSON", "{}", 1);'),
    check: 'settings-variable',
  },
  {
    name: 'the variable in PowerShell',
    path: 'a.ps1',
    touch: write("$env:AUTOMODE_SETTINGS_JSON = '{}'"),
    check: 'settings-variable',
  },
  {
    name: 'the variable in a pod',
    path: 'pod.yaml',
    touch: write('env:\n  - name: AUTOMODE_SETTINGS_JSON\n    value: "{}"'),
    check: 'settings-variable',
  },
  {
    name: 'the variable in a property list',
    path: 'a.plist',
    touch: write('<key>AUTOMODE_SETTINGS_JSON</key>'),
    check: 'settings-variable',
  },
  {
    name: 'the variable, put together by an edit',
    path: 'run.sh',
    before: 'X={}',
    touch: edit('X', 'AUTOMODE_SETTINGS_JSON'),
    check: 'settings-variable',
  },
  {
    name: 'the variable in an edit of unknown effect',
    path: 'run.sh',
    touch: edit('X', 'AUTOMODE_SETTINGS_JSON'),
    check: 'settings-variable',
  },
  {
    name: 'the variable once more',
    path: 'run.sh',
    before: 'AUTOMODE_SETTINGS_JSON=1',
    touch: write('AUTOMODE_SETTINGS_JSON=1\nAUTOMODE_SETTINGS_JSON=2'),
    check: 'settings-variable',
  },
  {
    name: 'a file that sets it already',
    path: 'run.sh',
    before: 'AUTOMODE_SETTINGS_JSON=1',
    touch: write('AUTOMODE_SETTINGS_JSON=1\necho'),
  },
  {
    name: 'a program that reads it',
    path: 'a.ts',
    touch: write("if (process.env['AUTOMODE_SETTINGS_JSON'] === undefined) return;"),
  },
  { name: 'a document about it', path: 'docs/setup.md', touch: write('Set `AUTOMODE_SETTINGS_JSON={}`.') },
];

describe('fileFloor: a part of a file', () => {
  testParts(PARTS);
});
