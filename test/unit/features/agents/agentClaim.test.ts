import assert from 'node:assert/strict';
import type { ConnectionStatus, FolderProblem } from '../../../../src/agents/hooks/agentInstallation';
import { agentClaim, type AgentFacts } from '../../../../src/features/agents/agentClaim';
import { AGENT_STATES, type PanelAgentState } from '../../../../src/panel/messages';

const SEEN_WORKING: AgentFacts = {
  connection: { state: 'connected' },
  launcherUsable: true,
  untrusted: undefined,
  folderProblems: [],
  isOn: true,
  seenHere: true,
  proof: { judged: true, enforced: true, blockEnforced: true, overruled: false },
  alarms: 0,
};
const NO_PROOF = { judged: false, enforced: false, blockEnforced: false, overruled: false };

const folder = (kind: FolderProblem['kind']): AgentFacts['folderProblems'][number] => ({ kind, sentence: kind });
const connection = (state: ConnectionStatus['state']): Partial<AgentFacts> => ({ connection: { state } });

/** What is known beside a hook that was seen to work, and what may be said then. */
const CASES: readonly (readonly [what: string, known: Partial<AgentFacts>, state: PanelAgentState, words: RegExp])[] = [
  ['a block held', {}, 'protected', /what was blocked did not run/],
  [
    'only an allowed call was seen to run',
    { proof: { ...NO_PROOF, judged: true, enforced: true } },
    'protected',
    /No block has been seen to hold yet/,
  ],
  [
    'its own judge refused what was allowed',
    { proof: { judged: true, enforced: true, blockEnforced: true, overruled: true } },
    'protected',
    /own judge refused/,
  ],
  ['prompts of its own that no allow ends', { asksDespiteAllow: true }, 'protected', /did not run\. .*only refuse/],
  ['the same with auto mode off', { asksDespiteAllow: true, isOn: false }, 'connected', /Turn it on\.$/],
  ['a verdict, of which nothing more was seen', { proof: { ...NO_PROOF, judged: true } }, 'connected', /not been seen/],
  ['a session, and no call', { proof: NO_PROOF }, 'connected', /no call of it has been judged/],
  ['nothing seen', { seenHere: false, proof: NO_PROOF }, 'connected', /Start a new session/],
  ['enforcement without a verdict', { proof: { ...NO_PROOF, enforced: true } }, 'connected', /no call/],
  ['auto mode is off', { isOn: false }, 'connected', /Turn it on/],
  ['no hooks', connection('not-connected'), 'not-connected', /Connect it/],
  ['hooks of another version', connection('outdated'), 'outdated', /Connect it again/],
  ['broken settings', { connection: { state: 'broken', reason: 'Mend line 3.' } }, 'broken', /^Mend line 3\.$/],
  ['broken for a reason not known', connection('broken'), 'broken', /Connect it again/],
  ['a launcher that is gone', { launcherUsable: false }, 'broken', /Reload the window/],
  ['a folder that switches hooks off', { folderProblems: [folder('switches-hooks-off')] }, 'switched-off', /switches/],
  ['a folder that brings other hooks', { folderProblems: [folder('displaces-hooks')] }, 'switched-off', /displaces/],
  ['a folder that rewrites calls', { folderProblems: [folder('can-rewrite-calls')] }, 'weakened', /can-rewrite/],
  [
    'a folder that does both',
    { folderProblems: [folder('can-rewrite-calls'), folder('switches-hooks-off')] },
    'switched-off',
    /switches/,
  ],
  ['hooks that the agent does not trust', { untrusted: 'Type /hooks.' }, 'untrusted', /^Type \/hooks\.$/],
  ['an agent that cannot be connected', { connection: undefined }, 'asking', /not seen here/],
  ['an alarm', { alarms: 1 }, 'alarm', /dismiss the alarm/],
  ['an alarm of an agent that was disconnected', { alarms: 1, ...connection('not-connected') }, 'alarm', /dismiss/],
  ['an alarm while auto mode is off', { alarms: 1, isOn: false }, 'alarm', /dismiss/],
  [
    'not connected, whatever a folder does',
    { ...connection('not-connected'), folderProblems: [folder('switches-hooks-off')], launcherUsable: false },
    'not-connected',
    /Connect it/,
  ],
];

describe('what is said of an agent', () => {
  for (const [what, known, state, words] of CASES) {
    it(`${what}: ${state}`, () => {
      const claim = agentClaim({ ...SEEN_WORKING, ...known });
      assert.equal(claim.state, state);
      assert.match(claim.sentence, words);
    });
  }

  it('has a case for each state', () => {
    assert.deepEqual(new Set(CASES.map(([, , state]) => state)), new Set(AGENT_STATES));
  });

  it('is "protected" for no other facts than a good connection and a verdict that was seen to be kept', () => {
    const connections: readonly AgentFacts['connection'][] = [
      undefined,
      ...(['connected', 'not-connected', 'outdated', 'broken'] as const).map((state) => ({ state })),
    ];
    for (const one of connections) {
      for (const bits of Array.from({ length: 256 }, (_, index) => (bit: number) => (index >> bit) % 2 === 1)) {
        const facts: AgentFacts = {
          connection: one,
          launcherUsable: bits(0),
          untrusted: bits(1) ? 'x' : undefined,
          folderProblems: bits(2) ? [folder('can-rewrite-calls')] : [],
          isOn: bits(3),
          seenHere: bits(4),
          proof: { judged: bits(5), enforced: bits(6), blockEnforced: bits(6) && bits(7), overruled: false },
          alarms: bits(7) ? 1 : 0,
        };
        const good =
          one?.state === 'connected' && bits(0) && !bits(1) && !bits(2) && bits(3) && bits(5) && bits(6) && !bits(7);
        assert.equal(agentClaim(facts).state === 'protected', good, JSON.stringify(facts));
      }
    }
  });
});
