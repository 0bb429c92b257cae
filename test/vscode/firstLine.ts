/** Starts the first line of a run. What the console shows before it is the workbench's own talk. */
export const FIRST_LINE = 'Tests in the extension host of VS Code';
