/** Ids that manifest and code share; a test compares them. */

/** `argument -> answer` as a program sees it; docs/api.md is made from these. */
export const COMMANDS = {
  /** the [request](#the-request) -> the [decision](#the-decision); never rejects */
  check: 'autoMode.check',
  /** `{sessionId?}` -> the status, as `autoMode.status` */
  on: 'autoMode.on',
  /** `{sessionId?}` -> the status. Asks the user first */
  off: 'autoMode.off',
  /** `{}` -> the status. Ends a pause; asks the user first */
  resume: 'autoMode.resume',
  /** `{sessionId?}` -> mode, counters, last decision, problems, agents and alarms, and `usage` of the classifier */
  status: 'autoMode.status',
  /** `{}` -> `{problems}` found while the settings were read again */
  reload: 'autoMode.reload',
  /** `{}` -> the status. Clears counters and shown history; asks the user first while paused */
  reset: 'autoMode.reset',
  /** `{}` -> the built-in values */
  defaults: 'autoMode.defaults',
  /** `{}` -> the settings in force, each with its source, and what is ignored and why */
  config: 'autoMode.config',
  /** `{}` -> the last twelve blocks */
  denials: 'autoMode.denials',
  /** `{command, cwd?}` or `{id}` -> each command of the line, the stage that decides it and why; or the story of a decision as text. Nothing runs */
  explain: 'autoMode.explain',
  /** `{model: 'provider/model-id'}` -> the model in use. Asks the user before a change */
  model: 'autoMode.model',
  /** none -> nothing; the panel shows providers and models */
  showModels: 'autoMode.showModels',
  /** `{}` -> the text for an agent's system prompt */
  guidance: 'autoMode.guidance',
  /** `{id}` of a denial -> `{released}`. Releases exactly that call once; asks the user first */
  allowOnce: 'autoMode.allowOnce',
  /** `{id, key?}` -> `{proposals}`: the rules that are offered for a denial, each with its `key` and what it would change; with a key `{added}`, after asking the user */
  addRule: 'autoMode.addRule',
  /** `{}` -> `{undone}`: whether the rule that was added last was removed; false where another change of rules followed */
  undoRule: 'autoMode.undoRule',
  /** `{search?, agent?, stage?, unjudged?}` -> the latest thousand blocks of the log that match */
  exportDenials: 'autoMode.exportDenials',
  /** `{rule, section}` -> what one more rule would change about the last calls. Nothing is written */
  replay: 'autoMode.replay',
  /** `{}` -> `{dropped}`: how many removed rules were dropped. Asks the user first */
  dropRules: 'autoMode.dropRules',
  /** `{}` -> `{confirmed}`: whether all of `AUTOMODE_SETTINGS_JSON` is in force. Shows it and asks the user */
  confirmEnvironment: 'autoMode.confirmEnvironment',
  /** `{}` -> `{confirmed}`: whether no changed model on this machine is left. Asks the user */
  confirmModel: 'autoMode.confirmModel',
  /** none -> `{stored}`: whether there is a new key. Asks the user for it */
  setKey: 'autoMode.setKey',
  /** `{provider}` -> `{removed}`. Asks the user first */
  removeKey: 'autoMode.removeKey',
  /** `{rules?: [{list, rule}]}` -> what other programs' lists would become; writes those that are named, after asking the user */
  importRules: 'autoMode.importRules',
  /** `{model?, limit?, tag?}` -> the figures of a test on labelled calls. Asks the user first */
  testModel: 'autoMode.testModel',
  /** `{id}` or `{request}` -> what the classifier was or would be sent: `{stages: [{stage, body}]}`, or `settled` */
  showRequest: 'autoMode.showRequest',
  /** `{}` -> `{file, exists}` of the log of requests */
  openRequestLog: 'autoMode.openRequestLog',
  /** `{agent?}` -> the result for the agent, or for each one on this machine. Shows the change and asks the user */
  connect: 'autoMode.connect',
  /** `{agent?}` -> the same for taking the hooks out */
  disconnect: 'autoMode.disconnect',
  /** `{}` -> the report on every link of every agent */
  doctor: 'autoMode.doctor',
  /** none -> as `autoMode.connect` with that agent */
  connectClaudeCode: 'autoMode.connectClaudeCode',
  /** none -> as `autoMode.disconnect` with that agent */
  disconnectClaudeCode: 'autoMode.disconnectClaudeCode',
  /** none -> as `autoMode.connect` with that agent */
  connectCopilot: 'autoMode.connectCopilot',
  /** none -> as `autoMode.disconnect` with that agent */
  disconnectCopilot: 'autoMode.disconnectCopilot',
  /** none -> as `autoMode.connect` with that agent */
  connectCodex: 'autoMode.connectCodex',
  /** none -> as `autoMode.disconnect` with that agent */
  disconnectCodex: 'autoMode.disconnectCodex',
  /** `{text, rule?, section?}` -> what would be decided about a command line or a call as JSON, and with one more rule. Nothing runs */
  tryCall: 'autoMode.tryCall',
  /** `{}` -> `{runs}`: before which runs something is kept, the newest first. The panel undoes them */
  undo: 'autoMode.undo',
  /** none -> whether the user chose who judges */
  chooseJudge: 'autoMode.chooseJudge',
  /** `{}` -> the decision about a made-up call that the hard floor blocks */
  exampleDenial: 'autoMode.exampleDenial',
  /** none -> nothing; opens the walkthrough */
  gettingStarted: 'autoMode.gettingStarted',
  /** `{section?}` -> nothing; the panel shows that list of rules */
  editRules: 'autoMode.editRules',
  /** `{action, section, place?, entry?, rule?, message?, to?}` -> whether the list was [changed](#changing-rules) */
  changeRule: 'autoMode.changeRule',
  /** `{section, place?, entry, toSection?, toPlace?}` -> whether the entry moved to the other list or place. Asks the user first */
  moveRule: 'autoMode.moveRule',
  /** `{section, place}` -> whether a folder's own list was removed. Asks the user first */
  removeRuleList: 'autoMode.removeRuleList',
  /** `{}` -> whether the last change of rules in this window was undone. Asks the user first */
  undoRuleChange: 'autoMode.undoRuleChange',
  /** `{}` -> nothing; empties the list of decisions that is shown. The log keeps all */
  clearActivity: 'autoMode.clearActivity',
  /** `{id}` of an alarm -> `{dismissed}`. Asks the user first */
  dismissAlarm: 'autoMode.dismissAlarm',
  /** none -> nothing; opens the panel */
  showPanel: 'autoMode.showPanel',
  /** `{}` -> `{waiting}`: how many questions wait for the user */
  showWaiting: 'autoMode.showWaiting',
  /** none -> nothing; opens the output channel of Auto Mode */
  showLog: 'autoMode.showLog',
} as const;
export type CommandId = (typeof COMMANDS)[keyof typeof COMMANDS];

/** Below `autoMode.`. */
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
  workspaceWrites: 'fastPaths.workspaceWrites',
  localGit: 'fastPaths.localGit',
  containedFastPath: 'fastPaths.containedCommands',
  containedCommands: 'contained.commands',
  keptRemovals: 'fastPaths.keptRemovals',
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
  snapshotsEnabled: 'snapshots.enabled',
  snapshotsMaxMegabytes: 'snapshots.maxMegabytes',
  snapshotsMaxSeconds: 'snapshots.maxSeconds',
  snapshotsKeepDays: 'snapshots.keepDays',
  agentsAnyWindow: 'agents.anyWindow',
  agentsOwnJudge: 'agents.ownJudge',
  notificationsBadge: 'notifications.badge',
  notificationsSound: 'notifications.sound',
  notificationsQuestions: 'notifications.questions',
  notificationsBlocks: 'notifications.blocks',
  folders: 'folders',
} as const;
export type SettingKey = (typeof SETTINGS)[keyof typeof SETTINGS];

export const SETTINGS_PREFIX = 'autoMode';

/** As in the manifest. */
export const WALKTHROUGH = 'gettingStarted';

export const VIEWS = {
  container: 'autoMode',
  panel: 'autoMode.panel',
} as const;

/** `@automode` in the editor's chat. */
export const CHAT = {
  participant: 'auto-mode.automode',
  commands: ['status', 'why', 'allow-once', 'rules', 'try'],
} as const;
export type ChatCommand = (typeof CHAT.commands)[number];

/** For `when` clauses. */
export const CONTEXT_KEYS = {
  enabled: 'autoMode.enabled',
  paused: 'autoMode.paused',
  agentConnected: 'autoMode.agentConnected',
  judgeChosen: 'autoMode.judgeChosen',
  callTried: 'autoMode.callTried',
  denialSeen: 'autoMode.denialSeen',
  /** A model is not the chosen one. */
  modelChanged: 'autoMode.modelChanged',
} as const;
