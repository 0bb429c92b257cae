import type { SettingKey } from './contributions';
import { t } from '@vscode/l10n';

export function settingRemedy(key: SettingKey): string {
  switch (key) {
    case 'permissions.deny':
      return t('Write a list of rules such as {example}.', { example: '["bash(git push --force*)"]' });
    case 'permissions.ask':
      return t('Write a list of rules such as {example}.', { example: '["bash(npm publish*)"]' });
    case 'permissions.allow':
      return t('Write a list of rules such as {example}.', { example: '["fetch(https://docs.example.com/*)"]' });
    case 'rules.allow':
    case 'rules.softDeny':
    case 'rules.hardDeny':
    case 'rules.environment':
      return t('Write a list of sentences, with "$defaults" for the built-in ones.');
    case 'protectedPaths':
      return t('Write a list of names or paths, with "$defaults" for the built-in ones.');
    case 'classifier.model':
      return t('Write provider/model-id, or nothing for the automatic choice.');
    case 'classifier.baseUrl':
      return t("Write an address that begins with http:// or https://, or nothing for the provider's own.");
    case 'classifier.prices':
      return t('Write dollars for a million tokens of at most {count} models, such as {example}.', {
        count: 1000,
        example: '{"openai/gpt-4.1-mini": {"input": 0.4, "cachedInput": 0.1, "output": 1.6}}',
      });
    case 'classifier.timeoutSeconds':
      return t('Write a number from {least} to {most}.', { least: 1, most: 300 });
    case 'classifier.maxTranscriptEntries':
      return t('Write a whole number from {least} to {most}.', { least: 0, most: 500 });
    case 'pause.consecutive':
      return t('Write a whole number from {least} to {most}.', { least: 1, most: 1000 });
    case 'pause.total':
      return t('Write a whole number from {least} to {most}.', { least: 1, most: 10_000 });
    case 'contained.commands':
      return t('Write a list of programs such as {example}.', { example: '["$defaults", "make check", "!npx"]' });
    case 'snapshots.maxMegabytes':
      return t('Write a whole number from {least} to {most}.', { least: 10, most: 10_000 });
    case 'snapshots.maxSeconds':
      return t('Write a whole number from {least} to {most}.', { least: 1, most: 60 });
    case 'snapshots.keepDays':
      return t('Write a whole number from {least} to {most}.', { least: 1, most: 365 });
    case 'rules.defaultBranchPush':
      return t('Write {one} or {other}.', { one: '"mustBeNamed"', other: '"ordinary"' });
    case 'classifier.whenUnavailable':
    case 'classifier.onBlock':
      return t('Write {one} or {other}.', { one: '"block"', other: '"ask"' });
    case 'notifications.questions':
      return t('Write {one} or {other}.', { one: '"dialog"', other: '"panel"' });
    case 'classifier.stages':
      return t('Write {one}, {two} or {three}.', { one: '"auto"', two: '"one"', three: '"two"' });
    case 'notifications.blocks':
      return t('Write {one}, {two} or {three}.', { one: '"all"', two: '"outages"', three: '"none"' });
    case 'agents.ownJudge':
      return t('Write an object such as {example}.', { example: '{"claude-code": "always"}' });
    case 'folders':
      return t('Write an object such as {example}.', { example: '{"~/projects/website": {"enabled": false}}' });
    case 'enabled':
    case 'fastPaths.workspaceEdits':
    case 'fastPaths.readOnlyCommands':
    case 'fastPaths.workspaceWrites':
    case 'fastPaths.localGit':
    case 'fastPaths.containedCommands':
    case 'fastPaths.keptRemovals':
    case 'classifier.assistantText':
    case 'classifier.logRequests':
    case 'snapshots.enabled':
    case 'agents.anyWindow':
    case 'notifications.badge':
    case 'notifications.sound':
      return t('Write {one} or {other}.', { one: 'true', other: 'false' });
  }
}
