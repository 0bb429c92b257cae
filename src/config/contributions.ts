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
  showModels: 'autoMode.showModels',
  guidance: 'autoMode.guidance',
  allowOnce: 'autoMode.allowOnce',
  addRule: 'autoMode.addRule',
  undoRule: 'autoMode.undoRule',
  exportDenials: 'autoMode.exportDenials',
  replay: 'autoMode.replay',
  letGoRules: 'autoMode.letGoRules',
  confirmEnvironment: 'autoMode.confirmEnvironment',
  confirmModel: 'autoMode.confirmModel',
  setKey: 'autoMode.setKey',
  removeKey: 'autoMode.removeKey',
  importRules: 'autoMode.importRules',
  testModel: 'autoMode.testModel',
  showRequest: 'autoMode.showRequest',
  openRequestLog: 'autoMode.openRequestLog',
  connect: 'autoMode.connect',
  disconnect: 'autoMode.disconnect',
  doctor: 'autoMode.doctor',
  connectClaudeCode: 'autoMode.connectClaudeCode',
  disconnectClaudeCode: 'autoMode.disconnectClaudeCode',
  connectCopilot: 'autoMode.connectCopilot',
  disconnectCopilot: 'autoMode.disconnectCopilot',
  connectCodex: 'autoMode.connectCodex',
  disconnectCodex: 'autoMode.disconnectCodex',
  tryCall: 'autoMode.tryCall',
  chooseJudge: 'autoMode.chooseJudge',
  exampleDenial: 'autoMode.exampleDenial',
  gettingStarted: 'autoMode.gettingStarted',
  editRules: 'autoMode.editRules',
  changeRule: 'autoMode.changeRule',
  moveRule: 'autoMode.moveRule',
  removeRuleList: 'autoMode.removeRuleList',
  undoRuleChange: 'autoMode.undoRuleChange',
  clearActivity: 'autoMode.clearActivity',
  dismissAlarm: 'autoMode.dismissAlarm',
  showPanel: 'autoMode.showPanel',
  showWaiting: 'autoMode.showWaiting',
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
  classifierStages: 'classifier.stages',
  classifierLogRequests: 'classifier.logRequests',
  classifierPrices: 'classifier.prices',
  pauseConsecutive: 'pause.consecutive',
  pauseTotal: 'pause.total',
  agentsAnyWindow: 'agents.anyWindow',
  notificationsBadge: 'notifications.badge',
  notificationsSound: 'notifications.sound',
  notificationsQuestions: 'notifications.questions',
  notificationsBlocks: 'notifications.blocks',
  folders: 'folders',
} as const;
export type SettingKey = (typeof SETTINGS)[keyof typeof SETTINGS];

export const SETTINGS_PREFIX = 'autoMode';

/** The walkthrough, by the id that the manifest gives it. */
export const WALKTHROUGH = 'gettingStarted';

export const VIEWS = {
  container: 'autoMode',
  panel: 'autoMode.panel',
} as const;

/** Context keys for `when` clauses. */
export const CONTEXT_KEYS = {
  enabled: 'autoMode.enabled',
  paused: 'autoMode.paused',
  agentConnected: 'autoMode.agentConnected',
  judgeChosen: 'autoMode.judgeChosen',
  callTried: 'autoMode.callTried',
  denialSeen: 'autoMode.denialSeen',
  /** There is something for a command to do. */
  ruleAdded: 'autoMode.ruleAdded',
  rulesGone: 'autoMode.rulesGone',
  rulesEdited: 'autoMode.rulesEdited',
  folderRules: 'autoMode.folderRules',
  modelChanged: 'autoMode.modelChanged',
  environmentUnconfirmed: 'autoMode.environmentUnconfirmed',
  alarmed: 'autoMode.alarmed',
} as const;
