/**
 * Every id that the manifest and the code share, in one table. A test holds it against package.json.
 */

export const COMMANDS = {
  check: 'autoMode.check',
  on: 'autoMode.on',
  off: 'autoMode.off',
  resume: 'autoMode.resume',
  status: 'autoMode.status',
  reload: 'autoMode.reload',
  reset: 'autoMode.reset',
  defaults: 'autoMode.defaults',
  config: 'autoMode.config',
  denials: 'autoMode.denials',
  explain: 'autoMode.explain',
  model: 'autoMode.model',
  guidance: 'autoMode.guidance',
  allowOnce: 'autoMode.allowOnce',
  letGoRules: 'autoMode.letGoRules',
  confirmEnvironment: 'autoMode.confirmEnvironment',
  setKey: 'autoMode.setKey',
  importRules: 'autoMode.importRules',
  connectClaudeCode: 'autoMode.connectClaudeCode',
  disconnectClaudeCode: 'autoMode.disconnectClaudeCode',
  showPanel: 'autoMode.showPanel',
  showLog: 'autoMode.showLog',
} as const;
export type CommandId = (typeof COMMANDS)[keyof typeof COMMANDS];

/** Keys below `autoMode.` in VS Code's settings. */
export const SETTINGS = {
  enabled: 'enabled',
  permissionsDeny: 'permissions.deny',
  permissionsAsk: 'permissions.ask',
  permissionsAllow: 'permissions.allow',
  rulesAllow: 'rules.allow',
  rulesSoftDeny: 'rules.softDeny',
  rulesHardDeny: 'rules.hardDeny',
  rulesEnvironment: 'rules.environment',
  defaultBranchPush: 'rules.defaultBranchPush',
  protectedPaths: 'protectedPaths',
  workspaceEdits: 'fastPaths.workspaceEdits',
  readOnlyCommands: 'fastPaths.readOnlyCommands',
  classifierModel: 'classifier.model',
  classifierBaseUrl: 'classifier.baseUrl',
  classifierTimeoutSeconds: 'classifier.timeoutSeconds',
  classifierMaxTranscriptEntries: 'classifier.maxTranscriptEntries',
  classifierAssistantText: 'classifier.assistantText',
  classifierWhenUnavailable: 'classifier.whenUnavailable',
  classifierOnBlock: 'classifier.onBlock',
  pauseConsecutive: 'pause.consecutive',
  pauseTotal: 'pause.total',
  folders: 'folders',
} as const;
export type SettingKey = (typeof SETTINGS)[keyof typeof SETTINGS];

export const SETTINGS_PREFIX = 'autoMode';

export const VIEWS = {
  container: 'autoMode',
  panel: 'autoMode.panel',
} as const;

/** Context keys for `when` clauses. */
export const CONTEXT_KEYS = {
  enabled: 'autoMode.enabled',
  paused: 'autoMode.paused',
} as const;
