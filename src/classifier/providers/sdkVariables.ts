/**
 * Runs `construct` while no environment variable whose name begins with `prefix` is set: the SDKs read some of them without a way to say
 * no (custom headers, which a malformed value turns into an error of every request). Synchronous, so nothing else sees the gap.
 */
export function withoutSdkVariables<T>(prefix: string, construct: () => T): T {
  const hidden = Object.entries(process.env).filter(([name]) => name.toUpperCase().startsWith(prefix));
  for (const [name] of hidden) Reflect.deleteProperty(process.env, name);
  try {
    return construct();
  } finally {
    for (const [name, value] of hidden) process.env[name] = value;
  }
}
