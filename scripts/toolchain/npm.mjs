// @ts-check
import { delimiter } from 'node:path';
import { runCommand } from '../runCommand.mjs';

/** What an outer `npm run` leaves in the environment; it would tell the inner npm that it works on the outer project. */
const OUTER_NPM =
  /^(npm_(package|lifecycle)_.*|npm_command|npm_execpath|npm_node_execpath|npm_config_local_prefix|INIT_CWD)$/i;

/**
 * Runs npm in a folder.
 *
 * @param {readonly string[]} args
 * @param {object} options
 * @param {string} options.cwd
 * @param {string} [options.nodeFolder] folder of the node that npm and the install scripts run on; by default PATH's
 * @param {NodeJS.ProcessEnv} [options.env]
 * @throws {Error} with the end of npm's own words
 */
export async function runNpm(args, { cwd, nodeFolder, env = process.env }) {
  const inner = Object.fromEntries(Object.entries(env).filter(([name]) => !OUTER_NPM.test(name)));
  if (nodeFolder !== undefined) inner['PATH'] = `${nodeFolder}${delimiter}${env['PATH'] ?? ''}`;
  // A dependency with a browser of its own would download it.
  inner['PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD'] = '1';
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runCommand('npm', [...args, ...quiet], { cwd, env: inner });
  if (code !== 0)
    throw new Error(`npm ${args.join(' ')} failed:\n${withoutHosts(output).split('\n').slice(-30).join('\n')}`);
}

/**
 * npm's errors name the address of the registry, which may be private to an organisation and has no business in a log
 * that people paste into an issue.
 *
 * @param {string} text
 */
export function withoutHosts(text) {
  return text.replace(/\b(https?:\/\/)[^\s/"']+/gi, '$1…').replace(/\b(E[A-Z_]{3,}) [\w.-]+\.[\w.-]+(:\d+)?/g, '$1 …');
}
