import assert from 'node:assert/strict';
import { OTHER, World } from './enforcementWorld';

describe('whether agents keep to their verdicts', () => {
  describe('a verdict is confirmed', () => {
    const confirmed: readonly (readonly [what: string, happens: (world: World) => void, told: readonly string[]])[] = [
      [
        'once an allowed call ran',
        (world) => {
          world.judged('allow');
          world.ended();
          world.ended();
        },
        ['codex d allow'],
      ],
      [
        'not of a block by the refusal of another call under its name',
        (world) => {
          world.judged('block');
          world.ended(OTHER, 'refused-by-agent');
        },
        [],
      ],
      [
        'not where auto mode was off',
        (world) => {
          world.judged('defer');
          world.ended();
        },
        [],
      ],
      [
        'not where the answer was not there in time',
        (world) => {
          world.judged('allow').lost();
          world.ended();
        },
        [],
      ],
      [
        'once the agent says that it refused the blocked call',
        (world) => {
          world.judged('block');
          world.ended({}, 'refused-by-agent');
        },
        ['codex d block'],
      ],
      [
        'of a block by the next prompt, where the agent tells of calls that ran',
        (world) => {
          world.judged('allow', { callId: 'c0' }, 'd0');
          world.ended({ callId: 'c0' });
          world.judged('block');
          world.prompted();
          world.prompted();
        },
        ['codex d0 allow', 'codex d block'],
      ],
      [
        'not of a block by the next prompt, where something of this agent could not be read',
        (world) => {
          world.judged('allow', { callId: 'first' }, 'd0');
          world.ended({ callId: 'first' });
          world.judged('block');
          world.unheard();
          world.prompted();
        },
        ['codex d0 allow'],
      ],
      [
        'of a block by the next prompt, where something of another agent could not be read',
        (world) => {
          world.judged('allow', { callId: 'first' }, 'd0');
          world.ended({ callId: 'first' });
          world.judged('block');
          world.unheard('code');
          world.prompted();
        },
        ['codex d0 allow', 'codex d block'],
      ],
      [
        'not of a block by the next prompt, where the agent may tell nothing',
        (world) => {
          world.judged('block');
          world.prompted();
        },
        [],
      ],
      [
        "not of a sub-agent's block by the next prompt, but by the session's end",
        (world) => {
          world.judged('allow', { callId: 'c0' }, 'd0');
          world.ended({ callId: 'c0' });
          world.judged('block', { subAgent: 'a' });
          world.prompted();
          assert.deepEqual(world.enforced, ['codex d0 allow']);
          world.ends();
        },
        ['codex d0 allow', 'codex d block'],
      ],
      [
        'not of a block by the next call: the blocked one may be running beside it',
        (world) => {
          world.judged('block', { callId: 'c0' }, 'd0');
          world.judged('allow');
          world.ended();
        },
        ['codex d allow'],
      ],
    ];
    for (const [what, happens, told] of confirmed) {
      it(what, () => {
        const world = new World();
        happens(world);
        assert.deepEqual(world.enforced, told);
        assert.deepEqual(world.alarms, []);
      });
    }
  });
});
