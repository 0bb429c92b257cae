import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisionSchema, type Decision } from '../../src/engine/model/decision';

/** The log on disk of the editor whose files lie below this folder, oldest first. */
export function loggedDecisions(root: string): readonly Decision[] {
  // Elsewhere below it programs make and remove folders, which would end the search.
  const kept = join(root, 'user-data', 'User', 'globalStorage');
  const files = readdirSync(kept, { recursive: true, encoding: 'utf8' });
  const path = files.find((file) => file.endsWith('log/decisions.jsonl')) ?? assert.fail('there is no log');
  const lines = readFileSync(join(kept, path), 'utf8').trim().split('\n');
  return lines.map((line) => decisionSchema.parse((JSON.parse(line) as { decision: unknown }).decision));
}

export function latestDecision(root: string): Decision {
  return loggedDecisions(root).at(-1) ?? assert.fail('the log is empty');
}
