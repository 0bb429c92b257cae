import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, linkSync, lstatSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ContainedRoom } from './containedRoom';

/** What programs outside would obey once the run is over. */
describe('what a contained run cannot leave behind', () => {
  let room: ContainedRoom;
  let runs = 0;

  beforeEach(async () => {
    room = new ContainedRoom();
    await room.open();
    await room.tried();
    room.write('.git/HEAD', 'ref: refs/heads/main\n');
    room.write('.git/objects/.keep', '');
    room.write('.git/refs/.keep', '');
    room.write('.git/config', '[include]\n\tpath = ../included.gitconfig\n[include]\n\tpath = ../missing.gitconfig\n');
    room.write('included.gitconfig', '#\n');
    writeFileSync(join(room.home, '.bashrc'), '# mine\n');
  });
  afterEach(() => {
    room.close();
  });

  async function ran(code: string): Promise<{ stdout: string; stderr: string; putAside: readonly string[] }> {
    room.write('attack.js', `const fs=require('fs');${code}`);
    const { stdout, stderr, report } = await room.contained(`node attack.js ${(runs += 1)}`);
    return { stdout, stderr, putAside: report?.putAside ?? [] };
  }
  const at = (path: string): string => join(room.workspace, path);

  it('hides none among many', async () => {
    await ran(
      "for(let i=0;i<230;i++){fs.mkdirSync('m/'+i,{recursive:true});fs.writeFileSync('m/'+i+'/package.json','{}')}fs.mkdirSync('zz/.git',{recursive:true})",
    );
    assert.deepEqual(
      readdirSync(at('m')).filter((name) => existsSync(at(`m/${name}/package.json`))),
      [],
    );
    assert.equal(existsSync(at('zz/.git')), false);
  });

  it('keeps none by taking the other name first', async () => {
    await ran(
      [
        "let id='';for(const p of fs.readdirSync('/proc').filter(n=>/^\\d+$/.test(n)))try{for(const f of fs.readdirSync('/proc/'+p+'/fd'))id=/used\\/([0-9a-f]+)/.exec(fs.readlinkSync('/proc/'+p+'/fd/'+f))?.[1]??id}catch{}",
        "fs.mkdirSync('s/.git',{recursive:true});fs.writeFileSync('s/.npmrc','x');fs.writeFileSync('s/.npmrc.contained-'+id.slice(0,8),'x');fs.mkdirSync('s/.git.contained-'+id.slice(0,8))",
      ].join('\n'),
    );
    assert.equal(existsSync(at('s/.git')), false);
    assert.equal(existsSync(at('s/.npmrc')), false);
  });

  it('makes none in two runs, by moving what was ordinary where it was made', async () => {
    await ran("fs.mkdirSync('t/gh/workflows',{recursive:true});fs.writeFileSync('t/gh/workflows/e.yml','x')");
    await pause(20);
    await ran("fs.renameSync('t/gh','t/.github')");
    assert.equal(existsSync(at('t/.github/workflows')), false);
  });

  it('none is left where the agent kills the call', async () => {
    room.write('attack.js', "require('fs').mkdirSync('k/.git',{recursive:true});setTimeout(()=>0,60000)");
    const { rewritten = '' } = await room.decided('node attack.js');
    const call = spawn('/bin/bash', ['-c', rewritten], {
      cwd: room.workspace,
      detached: true,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], HOME: room.home },
    });
    await until(() => existsSync(at('k/.git')));
    process.kill(-(call.pid ?? 0), 'SIGKILL');
    const names = (): readonly string[] => readdirSync(room.workspace).sort();
    await until(() => !existsSync(at('k/.git')) && !names().some((name) => name.startsWith('.') && name !== '.git'));
    assert.deepEqual(names(), ['.git', 'attack.js', 'included.gitconfig', 'k']);
  });

  it('no process makes one after the end of the run', async () => {
    await ran(
      `const {spawn}=require('child_process');for(let i=0;i<30;i++)spawn('bash',['-c','trap "" HUP TERM;n=0;while :;do mkdir -p o/'+i+'.$n/.git;n=$((n+1));sleep 0.01;done'],{detached:true,stdio:'ignore'}).unref();setTimeout(()=>process.exit(0),600)`,
    );
    const count = readdirSync(at('o')).length;
    assert.ok(count > 0);
    await pause(300);
    assert.equal(readdirSync(at('o')).length, count);
    assert.deepEqual(
      readdirSync(at('o')).filter((name) => existsSync(at(`o/${name}/.git`))),
      [],
    );
  });

  it('nothing that git would include, be it there or not', async () => {
    const { stdout } = await ran(
      "for(const f of ['included.gitconfig','missing.gitconfig'])try{fs.writeFileSync(f,'[core]\\n\\tfsmonitor = ./evil\\n');console.log('WROTE',f)}catch(e){console.log(f,e.code)}",
    );
    assert.match(stdout, /included.gitconfig EROFS/);
    assert.equal(readFileSync(at('included.gitconfig'), 'utf8'), '#\n');
    assert.equal(existsSync(at('missing.gitconfig')), false);
  });

  it('no repository without a name that says so', async () => {
    await ran(
      "for(const f of ['objects','refs'])fs.mkdirSync('data/'+f,{recursive:true});fs.writeFileSync('data/HEAD','ref: refs/heads/main\\n');fs.writeFileSync('data/config','[core]\\nbare = true\\n')",
    );
    assert.equal(existsSync(at('data/HEAD')), false);
  });

  it('no link through which a program outside would write elsewhere', async () => {
    await ran(
      "fs.symlinkSync(process.env.HOME+'/.bashrc','a.txt');fs.symlinkSync('.git/hooks/pre-commit','b.txt');fs.symlinkSync('a.txt','c.txt');fs.symlinkSync('/usr/bin/env','d');fs.symlinkSync('attack.js','e.js');fs.mkdirSync('sub/deep',{recursive:true});fs.symlinkSync('../../../.profile','sub/deep/f')",
    );
    for (const path of ['a.txt', 'b.txt', 'c.txt', 'sub/deep/f']) {
      assert.equal(lstatSync(at(path), { throwIfNoEntry: false }), undefined, path);
    }
    assert.equal(readlinkSync(at('d')), '/usr/bin/env');
    assert.equal(readlinkSync(at('e.js')), 'attack.js');
  });

  it('no link that leads elsewhere once its folder has moved', async () => {
    await ran("fs.mkdirSync('x/y/z',{recursive:true});fs.symlinkSync('../../notes.txt','x/y/z/out')");
    assert.equal(lstatSync(at('x/y/z/out')).isSymbolicLink(), true);
    await ran("fs.renameSync('x/y/z','z')");
    assert.equal(lstatSync(at('z/out'), { throwIfNoEntry: false }), undefined);
  });

  it('none by pretending that the sandbox did not start', async () => {
    room.write(
      'attack.js',
      "const fs=require('fs');fs.mkdirSync('f/.git',{recursive:true});fs.writeSync(2,'bwrap: no\\n');for(const p of fs.readdirSync('/proc').filter(n=>/^\\d+$/.test(n)))try{if(fs.readlinkSync('/proc/'+p+'/fd/7').endsWith('counts'))process.kill(Number(p),9)}catch{}",
    );
    const decision = await room.decided('node attack.js');
    assert.notEqual(room.run(decision).code, 0);
    assert.equal(existsSync(at('f')), true);
    assert.equal(existsSync(at('f/.git')), false);
  });

  it('none in a folder that cannot be listed', async () => {
    await ran("fs.mkdirSync('c/d/.git',{recursive:true});fs.chmodSync('c/d',0)");
    await ran("try{fs.chmodSync('c/d',0o755)}catch(e){console.log(e.code)}");
    assert.equal(existsSync(at('c/d/.git')), false);
    assert.equal(existsSync(at('c/d')), true);
  });

  it('names it without characters that a terminal obeys', async () => {
    const { stderr } = await ran(
      "fs.mkdirSync('n/\\x1b[2J\\n',{recursive:true});fs.writeFileSync('n/\\x1b[2J\\n/.npmrc','x')",
    );
    assert.match(stderr, /It was renamed/);
    assert.doesNotMatch(stderr.trim(), /[\x00-\x1f]/);
  });

  it('moves no folder around what is protected', async () => {
    room.write('packages/a/package.json', '{}');
    const { stdout } = await ran(
      "try{fs.renameSync('packages/a','packages/b');console.log('MOVED')}catch(e){console.log(e.code)}",
    );
    assert.match(stdout, /EBUSY/);
  });

  it('reads no secret by its second name, and changes a file with two names in the workspace', async () => {
    room.write('.env', 'SECRET-91');
    linkSync(at('.env'), at('copy.txt'));
    room.write('target/app', 'old');
    linkSync(at('target/app'), at('target/app-1'));
    const { stdout } = await ran(
      "console.log(fs.readFileSync('copy.txt','utf8'));fs.writeFileSync('target/app','new')",
    );
    assert.doesNotMatch(stdout, /SECRET/);
    assert.equal(readFileSync(at('target/app-1'), 'utf8'), 'new');
  });
});

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; waited < 400 && !condition(); waited += 1) await pause(50);
  assert.ok(condition());
}
