// @ts-check

/** Keys and addresses of real models, settings of the gate itself, and of the agents that the tests start. */
const PERSONAL = /^(ANTHROPIC|OPENAI|AUTOMODE|CLAUDE|CLAUDECODE|CODEX|COPILOT)(_|$)/;

/**
 * This process's environment less what a developer has set for work: a test must neither spend money nor depend on it.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !PERSONAL.test(name)));
}
