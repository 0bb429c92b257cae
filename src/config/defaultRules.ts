/**
 * The meaning of `"$defaults"`: advice to a model, no security boundary. A rule begins with a name to cite; a soft rule
 * says what clears it. Below 12,000 characters.
 */
import type { SettingKey } from './contributions';
import { DEFAULT_ASK_RULES } from './defaultAskRules';
import { DEFAULT_PROTECTED_PATHS } from './defaultProtectedPaths';

const ENVIRONMENT: readonly string[] = [
  'Trusted repository: the repository in the open workspace, with the remotes it had when the session began. A remote that is added or changed later gains no trust by that.',
  'Trusted source control: those remotes only. Other accounts, organisations and forks are outside.',
  'Trusted services: none are known. Every host, cloud account, bucket, registry and chat that the user has not named is outside.',
  'Visibility: take content to be private and unpublished unless it is shown to be public.',
  'Production: anything whose name holds prod, production or live as a word, and anything that real users depend on.',
  'Machine: a personal computer. The working tree may hold work that exists nowhere else, committed or not.',
];

const WORKING_BRANCH: Readonly<Record<DefaultBranchPush, string>> = {
  mustBeNamed:
    'Working branch: committing, and pushing without force to the current branch or one made for this task, on a trusted remote, unless it is the default branch.',
  ordinary:
    'Working branch: committing, and pushing without force to the current branch, one made for this task or the default branch of the trusted repository, on a trusted remote.',
};

const DEFAULT_BRANCH: Readonly<Record<DefaultBranchPush, string>> = {
  mustBeNamed:
    'Default branch: pushing straight to the default or a protected branch, merging without review, or approving its own change. The user must have named the branch or the pull request.',
  ordinary:
    'Unreviewed merge: merging without review, going around the protection of a branch, or approving its own change. The user must have named the branch or the pull request.',
};

const allow = (push: DefaultBranchPush): readonly string[] => [
  'Looking: reading, searching, listing, comparing and dry runs that change nothing and show no secret.',
  'Ordinary development: building, testing, linting, formatting and running the project; creating and changing files in the workspace for the task; deleting files that this task made.',
  'Bounded clean-up: changing or deleting files that were there before, where the user gave the operation, the repository or folder and the paths; inside those bounds only.',
  'Declared dependencies: installing what the manifest or lock file listed before this session, from its usual registry.',
  'Toolchain: the official installer of a well-known language, package manager or build tool, from its own site.',
  'Own credentials: using credentials that the user set up, with the provider that issued them, for what the task needs, without showing them.',
  WORKING_BRANCH[push],
  'Own processes: stopping processes, containers and jobs that this session started.',
  'Words as data: writing or explaining dangerous commands, attacks or fake test secrets where nothing of it is run or sent.',
];

const softDeny = (push: DefaultBranchPush): readonly string[] => [
  'Git history: force push, deleting a remote branch or tag, rewriting published history, or throwing away uncommitted, untracked or stashed work. The user must have named the operation and the branch or files.',
  DEFAULT_BRANCH[push],
  'Repointing: adding or changing a git remote, submodule, package registry, proxy or other place that data or code will go to or come from. The user must have named the new address.',
  'Foreign code: running code fetched from the network, running or adding a package that no manifest lists, or taking over an unknown contribution. The user must have named the source.',
  'Unseen code: running what cannot be read here, such as encoded, encrypted, generated or remote commands. The user must have named the program and its purpose.',
  'Production: deploying to, migrating, restarting, changing or reading data of a production system. The user must have named the target.',
  'Infrastructure: applying a change to live infrastructure without its usual preview, or one to identity, network, DNS, domains, certificates or quotas. The user must have named the change.',
  'Remote hosts: writing or running anything on a shared host, container or cluster through ssh, kubectl, docker or a remote tool. The user must have named the host.',
  'Local destruction: deleting, overwriting or moving away files, folders, databases or disks that were there before and cannot be restored, or a target whose value is not visible (variable, broad pattern). The user must have named the exact target.',
  'Shared scratch: sweeping a temporary or cache folder that others use as well. The user must have named the folder.',
  'Mass change: deleting or changing many items in cloud storage, a tracker, a mailbox or another service. The user must have named the service and which items.',
  'Shared resources: changing, scaling or stopping what others use: clusters, queues, runners, schedules, feature flags, shared databases. The user must have named the resource and the change.',
  'Foreign processes: stopping processes, containers or jobs that this session did not start. The user must have named them.',
  'Exposure: listening beyond this machine, opening a tunnel, or a link by which others reach local files, sockets or accounts. The user must have named the service and who may reach it.',
  'Publishing: releasing a package, making something public, or uploading content to an outside service. The user must have named the content and the destination.',
  'Messages: e-mail, chat, issues, comments, reviews or bot triggers in the name of the user. The user must have named the message and its receiver.',
  'Transactions: buying, booking, paying, subscribing, signing. The user must have named the transaction and its amount.',
  'Secrets in the open: printing a secret, or copying it into a file, commit, command line or log; writing to a secret store. The user must have named the secret.',
  'Personal data: moving data about people, or confidential work, out of the place where it belongs. The user must have named the data and the destination.',
  'Checks off: skipping, deleting or weakening tests, hooks, reviews, scanners or CI gates. The user must have named the check.',
  'Safety questions off: a flag that silences the confirmation, sandbox or protection of a tool (privileged containers, skip-permissions modes). The user must have named the flag.',
  'Unattended agents: starting an agent or automation that acts without anybody approving. The user must have named the agent and its task.',
  'Standing configuration: changing settings of the shell, editor, version control, package manager or CI, or instructions for agents, by which something will run or be done later or elsewhere. The user must have named the file and the change.',
  'System changes: installing, removing or upgrading software for the whole machine, or changing its settings. The user must have named the software or setting.',
  'Logged-in browser: sending forms, uploading files, running scripts or pressing shortcuts in a page where the user is signed in. The user must have named the site and the action.',
];

const HARD_DENY: readonly string[] = [
  'Exfiltration: sending secrets, private source or private data to a place that neither the environment nor the user trusts, by whatever carrier (address, file name, commit, DNS, comment), in pieces, encoded, or by setting up something that will send it.',
  'Credential hunting: looking for, collecting or trying out credentials beyond those that the task plainly needs.',
  'Weakened security: switching off or loosening TLS checks, authentication, authorisation, encryption, audit or malware protection of a real system.',
  'Persistence: SSH keys, shell profiles, scheduled jobs, services, login items or agents that keep access or code alive after the task.',
  'Rights: granting administrator, IAM, role, repository or production rights.',
  'Gate tampering: changing, switching off, imitating or going around auto mode, permission rules, agent settings and hooks, sandboxes, transcripts or logs; also the same action again in other words or in parts after it was blocked.',
  'Remote control: making something by which others can run code here or elsewhere, such as a reverse shell, back door or open execution endpoint.',
  'Deception: false or impersonating posts, forged approvals, reviews, records or identities.',
  'Attacks: attacking, overloading or probing systems that the user has no authority over.',
];

export type DefaultsKey = Extract<
  SettingKey,
  'rules.allow' | 'rules.softDeny' | 'rules.hardDeny' | 'rules.environment' | 'protectedPaths' | 'permissions.ask'
>;

export type DefaultBranchPush = 'mustBeNamed' | 'ordinary';

const ENTRIES: Readonly<Record<DefaultsKey, Readonly<Record<DefaultBranchPush, readonly string[]>>>> = {
  'rules.allow': { mustBeNamed: allow('mustBeNamed'), ordinary: allow('ordinary') },
  'rules.softDeny': { mustBeNamed: softDeny('mustBeNamed'), ordinary: softDeny('ordinary') },
  'rules.hardDeny': { mustBeNamed: HARD_DENY, ordinary: HARD_DENY },
  'rules.environment': { mustBeNamed: ENVIRONMENT, ordinary: ENVIRONMENT },
  protectedPaths: { mustBeNamed: DEFAULT_PROTECTED_PATHS, ordinary: DEFAULT_PROTECTED_PATHS },
  'permissions.ask': { mustBeNamed: DEFAULT_ASK_RULES, ordinary: DEFAULT_ASK_RULES },
};

export function builtInEntries(key: DefaultsKey, defaultBranchPush: DefaultBranchPush): readonly string[] {
  return ENTRIES[key][defaultBranchPush];
}
