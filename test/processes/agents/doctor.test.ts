import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGENT_INTEGRATIONS } from '../../../src/agents/agentIntegrations';
import { agentDialects } from '../../../src/agents/agentDialects';
import { agentInstallations } from '../../../src/agents/agentInstallations';
import { startBridge, type Bridge } from '../../../src/bridge/bridge';
import { gateHome } from '../../../src/disk/gateHome';
import { isLauncherCurrent } from '../../../src/bridge/launcher/installLauncher';
import { Probes } from '../../../src/bridge/probes';
import { Doctor, type DoctorLink, type DoctorReport } from '../../../src/features/agents/doctor';
import { doctorText } from '../../../src/features/agents/doctorText';

describe('the Doctor', function () {
  if (process.platform === 'win32') return;
  let home: string;
  let workspace: string;
  let bridge: Bridge | undefined;
  let decided: number;

  beforeEach(() => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-doctor-')));
    home = join(root, "a home's");
    workspace = join(root, 'workspace');
    mkdirSync(home);
    mkdirSync(workspace);
    decided = 0;
  });

  afterEach(async () => {
    await bridge?.dispose();
    bridge = undefined;
    rmSync(join(home, '..'), { recursive: true, force: true });
  });

  async function open(probes: Probes): Promise<void> {
    bridge = await startBridge({
      home,
      probes,
      folders: () => [workspace],
      decide: () => {
        decided += 1;
        return Promise.reject(new Error('not to be asked'));
      },
      log: () => undefined,
    });
  }

  function doctor(probes: Probes): Doctor {
    const gate = gateHome(home);
    return new Doctor({
      installations: agentInstallations(home, {}, gate.launcher),
      gate,
      isLauncherCurrent: () => isLauncherCurrent(gate, agentDialects(home, {})),
      probes,
      home,
      environment: { PATH: '/usr/bin:/bin', HOME: home },
      folders: () => [workspace],
      trust: () => Promise.resolve(undefined),
      agentName: (agent) => agent,
      contained: () => ({ kind: 'ready' }),
    });
  }

  function connectAll(): void {
    for (const installation of agentInstallations(home, {}, gateHome(home).launcher)) {
      const plan = installation.planConnect();
      assert.ok(plan.kind === 'change');
      assert.equal(installation.apply(plan, new Date(0)).kind, 'done');
    }
  }

  const examine = (probes: Probes): Promise<DoctorReport> => doctor(probes).examine(new AbortController().signal);
  const everyAgent = (state: DoctorLink['state']): Record<string, string> =>
    Object.fromEntries(AGENT_INTEGRATIONS.map(({ id }) => [id, state]));
  const probeStates = (report: DoctorReport): Record<string, string | undefined> =>
    Object.fromEntries(
      Object.entries(report.agents).map(([agent, links]) => [agent, links.find(({ link }) => link === 'probe')?.state]),
    );

  it('finds nothing wrong where everything is in its place, and no probe is judged', async () => {
    const probes = new Probes();
    await open(probes);
    connectAll();
    const report = await examine(probes);
    assert.deepEqual(probeStates(report), everyAgent('ok'), JSON.stringify(report));
    assert.equal(report.problems, 0, JSON.stringify(report));
    assert.equal(decided, 0);
    assert.match(
      doctorText(report, (agent) => agent),
      /nothing is wrong/,
    );
  });

  it('tells where no window answers', async () => {
    await open(new Probes());
    connectAll();
    const report = await examine(new Probes());
    assert.deepEqual(probeStates(report), everyAgent('problem'));
    assert.equal(decided, 0, 'a window judged a probe of another one');
  });

  it('tells a launcher that is gone, or that others may change', async () => {
    const probes = new Probes();
    await open(probes);
    connectAll();
    const { launcher } = gateHome(home);
    chmodSync(launcher, 0o777);
    assert.equal((await examine(probes)).gate.find(({ link }) => link === 'launcher')?.state, 'problem');
    rmSync(launcher);
    const report = await examine(probes);
    assert.equal(report.gate.find(({ link }) => link === 'launcher')?.state, 'problem');
    assert.deepEqual(probeStates(report), everyAgent('problem'));
  });

  it('tells a launcher that another version wrote, or somebody', async () => {
    const probes = new Probes();
    await open(probes);
    connectAll();
    const { launcher } = gateHome(home);
    const version = (report: DoctorReport): unknown => report.gate.find(({ link }) => link === 'launcher-version');
    assert.equal((version(await examine(probes)) as DoctorLink).state, 'ok');
    appendFileSync(launcher, '\n');
    const { state, text } = version(await examine(probes)) as DoctorLink;
    assert.equal(state, 'problem');
    assert.match(text, /not the one that this version writes.* Reload the window/);
  });

  it('tells settings that are no JSON, and folders that switch hooks off; starts nothing from such settings', async () => {
    const probes = new Probes();
    await open(probes);
    connectAll();
    mkdirSync(join(workspace, '.claude'));
    writeFileSync(join(workspace, '.claude', 'settings.json'), '{"disableAllHooks": true}');
    writeFileSync(join(home, '.codex', 'hooks.json'), '{ broken');
    const { agents } = await examine(probes);
    assert.equal(agents['claude-code']?.find(({ link }) => link === 'folder')?.state, 'problem');
    assert.equal(agents['codex']?.find(({ link }) => link === 'hooks')?.state, 'problem');
    assert.equal(agents['codex'].find(({ link }) => link === 'probe')?.state, 'not-checked');
  });

  it('of agents that are not connected says so, and that is no problem', async () => {
    const probes = new Probes();
    await open(probes);
    assert.equal((await examine(probes)).problems, 0);
  });

  it('ends at once where it is cancelled', async () => {
    const probes = new Probes();
    await open(probes);
    connectAll();
    const report = await doctor(probes).examine(AbortSignal.abort());
    assert.deepEqual(probeStates(report), everyAgent('not-checked'));
  });

  it('says nothing of the token', async () => {
    const probes = new Probes();
    await open(probes);
    connectAll();
    assert.doesNotMatch(JSON.stringify(await examine(probes)), /[0-9a-f]{64}/);
  });
});
