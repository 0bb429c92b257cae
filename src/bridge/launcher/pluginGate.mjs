// The gate as Auto Mode's plugins inside agents see it. Written by the Auto Mode extension, which overwrites every change.
import { answerOfWindows, facts, timeLeft } from './windowClient.mjs';

/**
 * @typedef {object} Verdict
 * @property {'allow' | 'block' | 'none'} decision 'none': the agent's own flow
 * @property {string} reason for the model
 * @property {string} [command] to run in place of the one that was asked about
 */

/**
 * @typedef {object} Gate
 * @property {(call: object, signal?: AbortSignal) => Promise<Verdict>} judge never rejects: any failure blocks
 * @property {(notice: object) => Promise<{ guidance?: string }>} notify never rejects, and takes a few seconds at most
 */

/**
 * @param {string} agent
 * @returns {Gate}
 */
export function gateOf(agent) {
  const ask = (
    /** @type {object} */ content,
    /** @type {boolean} */ isNotice,
    /** @type {AbortSignal | undefined} */ signal,
  ) => {
    const left = timeLeft(isNotice ? Math.min(facts.noticeSeconds, facts.seconds) : facts.seconds);
    const payload = Buffer.from(JSON.stringify(content));
    return answerOfWindows({ agent, isNotice, payload, variables: process.env, left, ...(signal && { signal }) });
  };
  return {
    async judge(call, signal) {
      try {
        const answer = await ask(call, false, signal);
        if (answer === undefined) return blocked(facts.unreachable[agent].refusal);
        return answer.code === 0 ? verdict(JSON.parse(answer.output)) : blocked(answer.errors);
      } catch {
        return blocked('Auto Mode: the plugin broke off, so the call is refused.');
      }
    },
    async notify(notice) {
      try {
        const answer = await ask(notice, true, undefined);
        const { guidance } = answer?.code === 0 ? JSON.parse(answer.output) : {};
        return typeof guidance === 'string' ? { guidance } : {};
      } catch {
        return {};
      }
    },
  };
}

/**
 * @param {any} answer
 * @returns {Verdict}
 */
function verdict({ decision, reason, command }) {
  if (decision !== 'allow' && decision !== 'none') return blocked(String(reason ?? 'Auto Mode refused this call.'));
  return { decision, reason: String(reason ?? ''), ...(typeof command === 'string' && { command }) };
}

/**
 * @param {string} reason
 * @returns {Verdict}
 */
function blocked(reason) {
  return { decision: 'block', reason };
}
