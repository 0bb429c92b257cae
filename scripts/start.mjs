// @ts-check
/**
 * `npm start`: builds the product and opens it in a real VS Code on a sample project with a scripted agent.
 *
 *   npm start                    the embedded VS Code, in the browser (Linux, macOS)
 *   npm start -- --port 8000     ... at this port instead of a free one
 *   npm start -- --no-open       ... and only print the address
 *   npm start -- --code [path]   the desktop VS Code: `code` on PATH, or the one at this path (default on Windows)
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './dependencies.mjs';
import { editorEnvironment, startEditorServer } from './editor/editorServer.mjs';
import { signalToEnd } from './processEnd.mjs';
import { runCommand } from './runCommand.mjs';
import { copySampleWorkspace, SAMPLE_AGENT } from './sample/sampleWorkspace.mjs';
import { makeTemporaryRoot, removeTemporaryRoot } from './temporaryRoot.mjs';
import { ensureEmbeddedEditor } from './toolchain/embeddedEditor.mjs';

/** A calm first view. Nothing here changes how the gate decides. */
const SETTINGS = {
  'workbench.startupEditor': 'readme',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  // The embedded VS Code has no chat and no models of its own.
  'chat.disableAIFeatures': true,
};

const WHAT_TO_DO = `What to do now:
  1. Press "Run sample agent" in the status bar (bottom left). It asks the gate about six tool calls.
  2. Answer the dialog, then read the decisions in the output, and open the shield at the left.
  3. Give it a judge with the command "Auto Mode: Choose Who Judges", and run the agent again.`;

/** @param {string} line */
const log = (line) => console.log(line);

/**
 * @param {string} root
 * @param {string} workspace
 * @param {string} product path of the .vsix
 * @param {{ port: number, open: boolean }} options
 */
async function startEmbedded(root, workspace, product, { port, open }) {
  const { packExtension } = await import('./package.mjs');
  const agent = join(root, 'sample-agent.vsix');
  await packExtension(SAMPLE_AGENT, agent);
  const server = await startEditorServer({
    editor: await ensureEmbeddedEditor(log),
    root,
    // Of its own home folder: connecting an agent here must not change the user's.
    env: editorEnvironment(root, { inherit: true }),
    settings: SETTINGS,
    vsix: [product, agent],
    port,
  });
  const address = server.addressOf(workspace).href;
  log(`\nVS Code with Auto Mode is ready. Open this address (it works for whoever has it):\n\n  ${address}\n`);
  log(`${WHAT_TO_DO}\n\nPress Ctrl-C to stop. The sample project is a copy in ${workspace}, and is removed then.`);
  if (open) await openInBrowser(root, address);
  await signalToEnd();
  await server.stop();
  log('Stopped.');
}

/**
 * Opens the address in the person's browser, where there is a desktop. By way of a file, since every user of the machine
 * can read the command line of a process, and the address carries the token.
 *
 * @param {string} root
 * @param {string} address
 */
async function openInBrowser(root, address) {
  const desktop = process.platform === 'darwin' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  if (!desktop || !process.stdout.isTTY) return;
  const file = join(root, 'open.html');
  const target = address.replaceAll('&', '&amp;');
  await writeFile(file, `<!DOCTYPE html><meta http-equiv="refresh" content="0; url=${target}">`, { mode: 0o600 });
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  await runCommand(opener, [file], { timeoutSeconds: 20 });
}

/**
 * @param {string} workspace
 * @param {string} product path of the .vsix
 * @param {string} code name or path of the desktop VS Code's command
 */
async function startDesktop(workspace, product, code) {
  const installed = await runCommand(code, ['--install-extension', product, '--force']);
  if (installed.code !== 0) {
    throw new Error(
      `${code} could not install the extension:\n${installed.output}` +
        'Install VS Code and its "code" command, or give the path of the command: npm start -- --code /path/to/code',
    );
  }
  log(
    `Auto Mode is installed in your VS Code. It opens with a copy of the sample project in ${workspace}.\n\n${WHAT_TO_DO}`,
  );
  log('\nClose that window (or press Ctrl-C) to end; the copy is removed then.');
  const window = ['--new-window', '--wait', `--extensionDevelopmentPath=${SAMPLE_AGENT}`, workspace];
  const day = 24 * 60 * 60;
  const closed = runCommand(code, window, { timeoutSeconds: day });
  const { code: status, output } = await Promise.race([closed, signalToEnd().then(() => ({ code: 0, output: '' }))]);
  if (status !== 0) throw new Error(`${code} could not open the sample project:\n${output}`);
}

/** @returns {Promise<string>} path of the .vsix */
async function build() {
  log('Building the extension ...');
  // Only now: on a fresh clone what it imports is there once the packages are installed.
  const { packageProduct } = await import('./package.mjs');
  return packageProduct();
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      code: { type: 'boolean', default: process.platform === 'win32' },
      port: { type: 'string', default: '0' },
      'no-open': { type: 'boolean', default: false },
      // A package that is there already: building another one would change `out/` under whoever uses it.
      product: { type: 'string' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`${values.port} is no port number.`);
  if (!values.code && positionals.length > 0) throw new Error(`Unknown argument ${positionals.join(' ')}.`);
  await ensureDependencies(log);
  const product = values.product ?? (await build());

  const root = await makeTemporaryRoot();
  try {
    const workspace = join(root, 'sample');
    await copySampleWorkspace(workspace);
    await mkdir(join(root, 'home'));
    if (values.code) await startDesktop(workspace, product, positionals[0] ?? 'code');
    else await startEmbedded(root, workspace, product, { port, open: !values['no-open'] });
  } finally {
    await removeTemporaryRoot(root);
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
