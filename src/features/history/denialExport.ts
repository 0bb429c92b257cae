import { writeFile } from 'node:fs/promises';
import type { BlockedCalls, BlockFilter } from '../../log/blockedCalls';

/** What an extension host can hold in memory. */
const MAX_BYTES = 50 * 1024 * 1024;

/** Newest first, a JSON object a line, redacted as the log. */
export async function exportDenials(blocked: BlockedCalls, filter: BlockFilter, path: string): Promise<number> {
  const lines: string[] = [];
  let bytes = 0;
  await blocked.records(filter, (record) => {
    const line = JSON.stringify(record);
    bytes += line.length;
    if (bytes <= MAX_BYTES) lines.push(line);
  });
  await writeFile(path, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
  return lines.length;
}
