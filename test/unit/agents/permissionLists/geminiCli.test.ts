import { readGeminiCli } from '../../../../src/agents/permissionLists/geminiCli';
import { itReads } from './reading';

describe('Gemini CLI’s permission lists', () => {
  itReads(readGeminiCli, [
    [{}, []],
    [
      { tools: { allowed: ['run_shell_command(npm test)', 'run_shell_command(git status)'] } },
      ['allow bash(npm test)', 'allow bash(npm test *)', 'allow bash(git status)', 'allow bash(git status *)'],
    ],
    [{ allowedTools: ['ShellTool(tsc)'] }, ['allow bash(tsc)', 'allow bash(tsc *)']],
    [
      { tools: { allowed: ['run_shell_command(git)'] } },
      ['- tools.allowed: run_shell_command(git): git has sub-commands and options that run any program; name one'],
    ],
    [
      { tools: { allowed: ['run_shell_command', 'write_file', 'google_web_search'] } },
      [
        'allow google_web_search',
        '- tools.allowed: run_shell_command: it covers every call of run_shell_command',
        '- tools.allowed: write_file: it covers every call of write_file',
      ],
    ],
    [
      { tools: { allowed: ['run_shell_command(ls *)'] } },
      ['- tools.allowed: run_shell_command(ls *): a * in it stands for itself, which no rule can say'],
    ],
    [
      {
        tools: { exclude: ['run_shell_command(rm)', 'run_shell_command(rm -rf *)', 'web_fetch', 'run_shell_command'] },
      },
      [
        'deny bash(rm)',
        'deny bash(rm *)',
        'deny bash(rm -rf *)',
        'deny bash(rm -rf * *)',
        'deny web_fetch',
        'deny bash',
      ],
    ],
    [{ excludeTools: ['ShellTool(echo "x")'] }, ['deny bash(*echo*"x"*)']],
    [
      { tools: { confirmationRequired: ['run_shell_command(git push)'] } },
      ['ask bash(git push)', 'ask bash(git push *)'],
    ],
    [
      { tools: { core: ['run_shell_command(git)'] }, coreTools: [] },
      [
        '- tools.core: it switches off every tool that it does not name; no rule says "everything but"',
        '- coreTools: it switches off every tool that it does not name; no rule says "everything but"',
      ],
    ],
    [
      { tools: { allowed: ['run_shell_command(npm test)'], exclude: ['read_file(x)', 'run_shell_command(', 7] } },
      [
        '- tools.exclude: read_file(x): patterns of read_file mean something else here',
        '- tools.exclude: run_shell_command(: it names no tool',
        '- tools.exclude: 7: it is not a text',
        '- tools.allowed: run_shell_command(npm test): what limits it cannot be expressed: tools.exclude: 7 in ~/own.json',
      ],
    ],
  ]);
});
