/**
 * Run by VS Code at its first start after the extension was uninstalled: takes the gate's hooks out of every agent's settings, with a
 * backup, and the gate's folder away. Where a hook cannot be taken out, the launcher stays and answers that no window does.
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
