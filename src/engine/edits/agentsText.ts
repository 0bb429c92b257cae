import type { AgentWrites } from '../model/ports';
import type { FileSystem } from '../../files/fileSystem';

const MAX_COMPARED_BYTES = 4_000_000;

export function comparableText(real: string, files: FileSystem): string | undefined {
  return files.readText(real, MAX_COMPARED_BYTES);
}

/** Whether the file holds exactly what an agent wrote. */
export function isAgentsText(real: string, files: FileSystem, writes: AgentWrites): boolean {
  const present = comparableText(real, files);
  return present !== undefined && writes.wrote(real, present);
}
