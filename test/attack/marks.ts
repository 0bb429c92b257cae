/** A planted program leaves a file of its name here when it runs. */
const MARKS = '/run/attack/marks';

export function markCommand(name: string): string {
  return `: > ${MARKS}/${name}`;
}

/** A program that only leaves its mark. */
export function plantedProgram(name: string): string {
  return `#!/bin/sh\n${markCommand(name)}\n`;
}
