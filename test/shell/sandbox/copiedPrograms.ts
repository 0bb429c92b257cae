import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Copies programs with the libraries that they load to the same paths below `root`. */
export async function copyPrograms(programs: readonly string[], root: string): Promise<void> {
  const binaries: string[] = [];
  for (const program of programs) if (await isBinary(program)) binaries.push(program);
  const { stdout } = await run('ldd', binaries, { maxBuffer: 1 << 24 });
  const libraries = [...stdout.matchAll(/\/\S+/g)].map(([path]) => path).filter((path) => !path.endsWith(':'));
  for (const file of new Set([...programs, ...libraries])) {
    await mkdir(join(root, dirname(file)), { recursive: true });
    const copy = join(root, file);
    // Two paths of a library may lead to one file, which is read-only then.
    await rm(copy, { force: true });
    await copyFile(file, copy);
    await chmod(copy, 0o555);
  }
}

/** No script. */
async function isBinary(program: string): Promise<boolean> {
  const file = await open(program);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1') === '\x7fELF';
  } finally {
    await file.close();
  }
}
