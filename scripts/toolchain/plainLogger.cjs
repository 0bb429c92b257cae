// @ts-check
'use strict';

/**
 * Takes the place of the native module `@vscode/spdlog` where no compiler is there to build it: VS Code writes its logs
 * and every output channel through it, and without it output channels stay empty. Plain appending, no rotation: it
 * serves sessions of minutes. The names are those of `@vscode/spdlog` 0.15.
 */

const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

class Logger {
  /** @param {string} _kind @param {string} _name @param {string} file */
  constructor(_kind, _name, file) {
    this.file = file;
    this.level = 2;
    this.formatted = true;
  }

  /** @param {number} level @param {string} label @param {string} message */
  write(level, label, message) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    try {
      appendFileSync(this.file, this.formatted ? `${time} [${label}] ${message}\n` : message);
    } catch {
      // A log that cannot be written must not end the program; the native module keeps silent as well.
    }
  }

  /** @param {string} message */
  trace(message) {
    this.write(0, 'trace', message);
  }
  /** @param {string} message */
  debug(message) {
    this.write(1, 'debug', message);
  }
  /** @param {string} message */
  info(message) {
    this.write(2, 'info', message);
  }
  /** @param {string} message */
  warn(message) {
    this.write(3, 'warning', message);
  }
  /** @param {string} message */
  error(message) {
    this.write(4, 'error', message);
  }
  /** @param {string} message */
  critical(message) {
    this.write(5, 'critical', message);
  }

  getLevel() {
    return this.level;
  }
  /** @param {number} level */
  setLevel(level) {
    this.level = level;
  }

  /** VS Code knows two forms only: this one pattern, and none. */
  setPattern() {
    this.formatted = true;
  }
  clearFormatters() {
    this.formatted = false;
  }

  // Every message is in the file when `write` returns.
  flush() {}
  drop() {}
}

/** @param {string} name @param {string} file */
async function createLogger(name, file) {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger('plain', name, file);
}

exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
