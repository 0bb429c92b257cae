/**
 * VS Code runs this at its first start after an uninstallation: removes all hooks, with a backup, and the gate's
 * folder. If a hook stays, so does the launcher, which answers that no window decides.
 */
import { rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { agentInstallations } from './agents/agentInstallations';
import { gateHome } from './disk/gateHome';

const gate = gateHome(homedir());
let isClean = true;
for (const installation of agentInstallations(homedir(), process.env, gate.launcher)) {
  const plan = installation.planDisconnect();
  const problem = plan.kind === 'change' ? installation.apply(plan, new Date()) : plan;
  if (problem.kind !== 'error') continue;
  isClean = false;
  process.stderr.write(`${problem.reason}\n`);
}
if (isClean) rmSync(gate.directory, { recursive: true, force: true });
else process.exitCode = 1;
