import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The build inserts the texts here. */
export const LAUNCHER_SHELL = readFileSync(join(import.meta.dirname, 'launcher.sh'), 'utf8');
export const LAUNCHER_MODULE = readFileSync(join(import.meta.dirname, 'launcher.mjs'), 'utf8');
export const RUNTIME_CLIENT = readFileSync(join(import.meta.dirname, 'runtimeClient.cjs'), 'utf8');
export const WINDOW_CLIENT = readFileSync(join(import.meta.dirname, 'windowClient.mjs'), 'utf8');
export const PLUGIN_GATE = readFileSync(join(import.meta.dirname, 'pluginGate.mjs'), 'utf8');
