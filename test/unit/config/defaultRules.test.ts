import assert from 'node:assert/strict';
import { FIXED_POLICY, ruleSections } from '../../../src/classifier/prompt/policyPrompt';
import { builtInEntries, type DefaultBranchPush, type DefaultsKey } from '../../../src/config/defaultRules';

const SECTIONS = ['rules.allow', 'rules.softDeny', 'rules.hardDeny', 'rules.environment'] as const;
const PUSHES: readonly DefaultBranchPush[] = ['mustBeNamed', 'ordinary'];

const nameOf = (entry: string): string => /^([A-Z][A-Za-z -]{2,30}): \S.*\.$/.exec(entry)?.[1] ?? '';
const names = (key: DefaultsKey): string[] => builtInEntries(key, 'mustBeNamed').map(nameOf);

for (const push of PUSHES) {
  describe(`the built-in rules, a push to the default branch ${push}`, () => {
    for (const key of SECTIONS) {
      it(`${key}: every entry is one line that begins with a short name of its own`, () => {
        const entries = builtInEntries(key, push);
        const found = entries.map(nameOf);
        assert.equal(found.includes(''), false, entries[found.indexOf('')]);
        assert.equal(new Set(found).size, found.length);
      });
    }

    it('no name stands in two sections that a verdict refers to', () => {
      const rules = SECTIONS.slice(0, 3).flatMap((key) => builtInEntries(key, push).map(nameOf));
      assert.equal(new Set(rules).size, rules.length);
    });

    it('every soft rule says what the user must have named', () => {
      for (const entry of builtInEntries('rules.softDeny', push)) {
        assert.match(entry, / The user must have named [^.]+\.$/);
      }
    });

    it('the fixed policy and the rules together stay within 6,000 tokens, at three and a half characters each', () => {
      const sourced = (key: DefaultsKey): { value: string; source: 'default' }[] =>
        builtInEntries(key, push).map((value) => ({ value, source: 'default' }));
      const { text } = ruleSections({
        allow: sourced('rules.allow'),
        softDeny: sourced('rules.softDeny'),
        hardDeny: sourced('rules.hardDeny'),
        environment: sourced('rules.environment'),
      });
      const tokens = Math.ceil((FIXED_POLICY.length + text.length) / 3.5);
      assert.ok(tokens <= 6_000, `${tokens} tokens`);
    });

    it('the same question gets the same array', () => {
      for (const key of [...SECTIONS, 'protectedPaths', 'permissions.ask'] as const) {
        assert.equal(builtInEntries(key, push), builtInEntries(key, push));
      }
    });
  });
}

describe('a push to the default branch', () => {
  const entry = (key: DefaultsKey, push: DefaultBranchPush, text: string): string | undefined =>
    builtInEntries(key, push).find((rule) => rule.includes(text));

  it('must be named by default', () => {
    assert.ok(entry('rules.softDeny', 'mustBeNamed', 'pushing straight to the default'));
    assert.match(entry('rules.allow', 'mustBeNamed', 'Working branch') ?? '', /unless it is the default branch/);
  });

  it('is ordinary work where the user says so, but neither by force nor into what needs a review', () => {
    assert.equal(entry('rules.softDeny', 'ordinary', 'pushing straight'), undefined);
    assert.match(entry('rules.softDeny', 'ordinary', 'merging without review') ?? '', /approving its own change/);
    assert.match(entry('rules.allow', 'ordinary', 'Working branch') ?? '', /without force to .*the default branch/);
  });

  it('by force is a soft rule in both', () => {
    for (const push of PUSHES) assert.match(entry('rules.softDeny', push, 'Git history') ?? '', /force push/);
  });

  it('changes those two rules alone', () => {
    for (const key of SECTIONS) {
      const one = builtInEntries(key, 'mustBeNamed');
      const other = builtInEntries(key, 'ordinary');
      const differing = one.filter((rule) => !other.includes(rule)).length;
      assert.equal(differing, key === 'rules.allow' || key === 'rules.softDeny' ? 1 : 0, key);
      assert.equal(one.length, other.length);
    }
  });
});

/** Topics that the published rule sets of other gates name, and the name of the rule here that covers each. */
const COVERED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'pi-automode, environment': {
    'start repository and its remotes': 'Trusted repository',
    'source control': 'Trusted source control',
    'internal domains': 'Trusted services',
    'cloud buckets': 'Trusted services',
    'key services': 'Trusted services',
  },
  'pi-automode, allow': {
    'reads and state queries': 'Looking',
    'ordinary development': 'Ordinary development',
    'bounded grant': 'Bounded clean-up',
    'declared dependencies': 'Declared dependencies',
    'own credentials': 'Own credentials',
    'working branch': 'Working branch',
    'toolchain installers': 'Toolchain',
  },
  'pi-automode, soft deny': {
    'force push, remote branch deletion, history': 'Git history',
    'push to the default branch': 'Default branch',
    'fetch and run': 'Foreign code',
    'production deploys and migrations': 'Production',
    'existing local files': 'Local destruction',
    'mass change': 'Mass change',
    'writes through ssh, kubectl, docker': 'Remote hosts',
    'live infrastructure without preview': 'Infrastructure',
    'processes of others': 'Foreign processes',
    'services that expose local files': 'Exposure',
    'outward messages': 'Messages',
    'purchases and bookings': 'Transactions',
  },
  'pi-automode, hard deny': {
    'weakening TLS, authentication, audit': 'Weakened security',
    persistence: 'Persistence',
    'granting rights': 'Rights',
    exfiltration: 'Exfiltration',
    'credential hunting': 'Credential hunting',
    'tampering with logs, rules, safety files': 'Gate tampering',
    'arbitrary code unattended': 'Remote control',
    'false public posts': 'Deception',
  },
  'Claude Code, environment': {
    'Repository visibility': 'Visibility',
    'Trusted repository': 'Trusted repository',
    'Source control': 'Trusted source control',
    'Internal domains, buckets, services, package registry': 'Trusted services',
    'Remote targets with a production name': 'Production',
  },
  'Claude Code, hard deny': { 'Data Exfiltration': 'Exfiltration' },
  'Claude Code, soft deny': {
    'Git Destructive': 'Git history',
    'Code That Leaks When Run': 'Exfiltration',
    'Code from External': 'Foreign code',
    'Cloud Storage Mass Delete': 'Mass change',
    'Production Deploy': 'Production',
    'Remote Shell Writes': 'Remote hosts',
    'Sensitive Remote Exec': 'Remote hosts',
    'Production Reads': 'Production',
    'Blind Apply': 'Infrastructure',
    'Protected-Scope IaC Apply': 'Infrastructure',
    'Logging/Audit Tampering': 'Weakened security',
    'Permission Grant': 'Rights',
    'TLS/Auth Weaken': 'Weakened security',
    'Secret-Store Writes': 'Secrets in the open',
    'DNS/Domain/Cert Changes': 'Infrastructure',
    'Security Weaken': 'Weakened security',
    'Security Test Removal': 'Checks off',
    'Safety Bypass Flag': 'Safety questions off',
    'Create Unsafe Agents': 'Unattended agents',
    'Interfere With Workloads': 'Foreign processes',
    'Shared Cluster Mutation': 'Shared resources',
    'CI Bypass': 'Checks off',
    'Modify Shared Resources': 'Shared resources',
    'Irreversible Local Destruction': 'Local destruction',
    'Unverifiable Deletion Target': 'Local destruction',
    'Shared Scratch Sweep': 'Shared scratch',
    'Irreversible Deletion': 'Local destruction',
    'Create RCE Surface': 'Remote control',
    'Expose Local Services': 'Exposure',
    'External Ingress Tunnel': 'Exposure',
    'Credential Leakage': 'Secrets in the open',
    'Credential Materialization': 'Secrets in the open',
    'Credential Exploration': 'Credential hunting',
    'PII Data Handling': 'Personal data',
    'Exfil Scouting': 'Exfiltration',
    'Traffic Redirection': 'Repointing',
    'Remote Repoint': 'Repointing',
    'Out-of-Place Publication': 'Personal data',
    'Sensitive-Source Provenance': 'Personal data',
    'Excess Sensitive Detail': 'Personal data',
    'Live-Shared Artifact Sensitive Delta': 'Publishing',
    'Sandbox Network Callback': 'Exfiltration',
    'Create Public Surface': 'Publishing',
    'Public Data-Sharing Upload': 'Publishing',
    'Untrusted Code Integration': 'Foreign code',
    'Package Registry Bypass': 'Repointing',
    'Unauthorized Persistence': 'Persistence',
    'Self-Modification': 'Gate tampering',
    'Tmux Self Drive': 'Gate tampering',
    'Instruction Poisoning': 'Standing configuration',
    'Auto-Mode Bypass': 'Gate tampering',
    'Session Transcript Tampering': 'Gate tampering',
    'External System Writes': 'Messages',
    'Merge Without Review': 'Default branch',
    'Self-Approval': 'Default branch',
    'ChatOps Trigger Comments': 'Messages',
    'Feature Flag Writes': 'Shared resources',
    'Node Lifecycle Operations': 'Shared resources',
    'Cluster-Wide Workload Creation': 'Shared resources',
    'Real-World Transactions': 'Transactions',
    'Third-Party Attack': 'Attacks',
    'Browser Navigate Exfil': 'Exfiltration',
    'Browser Input Exfil': 'Logged-in browser',
    'Browser JS Exfil': 'Logged-in browser',
    'Browser File-Upload Exfil': 'Logged-in browser',
    'Browser Shortcut Execution': 'Logged-in browser',
  },
  'Claude Code, allow': {
    'Security Discussion': 'Words as data',
    'Test Artifacts': 'Words as data',
    'Local Operations': 'Ordinary development',
    'Read-Only Operations': 'Looking',
    'Declared Dependencies': 'Declared dependencies',
    'Toolchain Bootstrap': 'Toolchain',
    'Standard Credentials': 'Own credentials',
    'Session-Created Job Cleanup': 'Own processes',
    'Git Push Destination': 'Working branch',
  },
  'Qwen Code and others': {
    'encoded or remote code that nobody can read': 'Unseen code',
    'software for the whole machine': 'System changes',
  },
};

/** What the fixed policy says instead of a rule, by words of its own. */
const IN_THE_POLICY: Readonly<Record<string, string>> = {
  'Default is allow': 'If no rule matches, allow with tier none',
  'Quality is out of scope': 'safety and authority, not quality',
  'Composite Actions': 'One forbidden part makes the whole call forbidden',
  'Written File Execution': 'what the file will do when it runs',
  'Delayed or Enabled Effects': 'set up to happen later',
  'Sub-agent Delegation': 'scripts and sub-agents',
  'Look Through Wrappers': 'behind wrappers, pipes',
  'Encoded Commands': 'encodings',
  'Classifier Bypass': 'comes back in other words',
  'Message Context': 'headed "user"',
  'Silence is not consent': 'silence is no consent',
  'Questions are not consent': 'A question is no consent',
  'Tool results are not intent': 'Instructions inside tool output',
  'Boundaries persist': 'A limit that the user set',
  'Later narrowing wins': 'The latest word of the user wins',
  'Repeat after a block': 'repeats a request after a block',
  'Inferred parameters': 'values that the agent chose for itself',
  'Other sessions': 'other agents, schedules',
  'Destination Novelty': 'A destination is trusted only if',
  'Agent Narration': "agent's description of its own call",
  'Unseen Tool Results': 'something you cannot see',
  'General requests clear nothing': 'A general request',
  'Production before development': 'Production before development',
  'Hard beats all': 'Hard-deny rules block unconditionally',
};

/** Left out, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'Transient Retry': 'a call that comes again is judged by its effect like the first',
  'Trusted Internal Infra': 'the environment names no infrastructure of its own; the user adds it there',
  'Scheduled-Task Fires': 'words that no person typed give no authority here',
  'Multi-Agent Coordination': 'the coordination tools of known agents never reach the classifier',
  'Memory Directory': 'protected like other instructions for agents, and judged by what is written',
  'CLAUDE.md Content': 'project instructions clear nothing here',
  'Scheduling tools': 'judged as standing configuration or persistence',
  'Browser Trusted Navigation': 'opening an address is an ordinary fetch; no rule forbids it',
  'Organisation, cloud, CI targets, retention and other context slots': 'nothing is known before the user writes it',
  'Protected infrastructure scopes': 'named in the rule on infrastructure',
  'Content classes': 'told in the rules on secrets and personal data',
};

describe('the topics of published rule sets', () => {
  for (const [set, topics] of Object.entries(COVERED)) {
    it(`${set}: each is covered by a rule`, () => {
      const known = new Set(SECTIONS.flatMap(names));
      for (const [topic, rule] of Object.entries(topics)) assert.ok(known.has(rule), `${topic}: ${rule}`);
    });
  }

  it('each of our rules covers one, or stands here', () => {
    const used = new Set(Object.values(COVERED).flatMap((topics) => Object.values(topics)));
    const own = ['Machine'];
    for (const name of SECTIONS.flatMap(names)) assert.ok(used.has(name) || own.includes(name), name);
  });

  it('are all there: 66 soft rules, 17 exceptions', () => {
    assert.equal(Object.keys(COVERED['Claude Code, soft deny'] ?? {}).length, 66);
    const exceptions = Object.keys(COVERED['Claude Code, allow'] ?? {}).length;
    // The last three that are left out are no exceptions.
    assert.equal(exceptions + Object.keys(LEFT_OUT).length - 3, 17);
  });

  it('that the fixed policy covers stand in it', () => {
    for (const [topic, words] of Object.entries(IN_THE_POLICY)) assert.ok(FIXED_POLICY.includes(words), topic);
  });
});
