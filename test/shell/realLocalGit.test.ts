import assert from 'node:assert/strict';
import { useTemporaryFolder } from '../unit/disk/temporaryFolder';
import { DANGERS } from './localGitDangers';
import { FORMS, LocalGitRoom } from './localGitRoom';

/** None of their names may be stored. */
const PRIVATE = /\.env|id_rsa|\.npmrc|\.pem|credentials/;

describe('localGitObjection, against what git does', function () {
  this.timeout(300_000);
  const folder = useTemporaryFolder();
  const room = new LocalGitRoom(folder);

  afterEach(() => {
    room.forgetKept();
  });

  /** Runs what is allowed; returns how many lines that were. */
  function allowedRunsNothing(forms = FORMS): number {
    let allowed = 0;
    for (const form of forms) {
      room.change();
      const line = room.line(form);
      if (room.objection(line) !== undefined) continue;
      allowed += 1;
      const before = room.contents();
      room.run(line);
      assert.ok(!room.hasRun, `${line} ran the program`);
      assert.equal(room.contents(), before, `${line} changed files`);
      assert.doesNotMatch(room.stored(), PRIVATE, `${line} stored a private file`);
    }
    return allowed;
  }

  function anyFormRuns(): boolean {
    return FORMS.some((form) => {
      room.change();
      room.run(room.line(form));
      return room.hasRun;
    });
  }

  it('allows every form in an ordinary repository', () => {
    room.makeRepository();
    assert.equal(allowedRunsNothing(), FORMS.length);
    folder.write('repo/.git/hooks/pre-commit.sample', '#!/bin/sh\n');
    folder.write(
      '.gitconfig',
      '[user]\nname = u\nemail = u@example.invalid\n[core]\neditor = vim\nexcludesFile = ~/x\n[ghq]\nroot = ~/x\n[alias]\nco = checkout\n',
    );
    assert.equal(allowedRunsNothing(), FORMS.length);
  });

  for (const { name, arrange, bites } of DANGERS) {
    it(`runs nothing of ${name}`, () => {
      room.makeRepository();
      arrange(folder, room.recorder());
      const back = bites ? room.keep() : undefined;
      allowedRunsNothing();
      back?.();
      if (bites) assert.ok(anyFormRuns(), 'no form ran the program, so the test shows nothing');
    });
  }
});
