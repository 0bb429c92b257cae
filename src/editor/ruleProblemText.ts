import { t } from '@vscode/l10n';
import { ruleProblem } from '../rules/permissionRule';

export function ruleProblemText(rule: string): string | undefined {
  const problem = ruleProblem(rule);
  if (problem === undefined) return undefined;
  const [, count = ''] = /longer than (\d+) characters$/.exec(problem) ?? [];
  if (problem.startsWith('the entry is longer')) return t('the entry is longer than {count} characters', { count });
  if (problem.startsWith('the pattern is longer')) return t('the pattern is longer than {count} characters', { count });
  const example = t('write tool(pattern), such as {example}, or tool alone for any input', {
    example: 'bash(git push --force*)',
  });
  if (problem.startsWith('the entry is empty')) return t('the entry is empty; {example}', { example });
  // The name may hold anything but a parenthesis.
  const end = problem.lastIndexOf('" is no tool name; ');
  if (end !== -1) return t('"{name}" is no tool name; {example}', { name: problem.slice(1, end), example });
  if (problem.startsWith('the closing parenthesis')) return t('the closing parenthesis is missing at the end');
  if (problem.startsWith('the pattern between')) {
    return t('the pattern between the parentheses is empty; leave the parentheses out to match any input');
  }
  return problem.startsWith('the pattern holds') ? t('the pattern holds the private character U+E000') : problem;
}
