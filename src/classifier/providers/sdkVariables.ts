/** The SDKs read variables; a malformed custom header fails every request. Synchronous: no other code sees the gap. */
export function withoutSdkVariables<T>(prefix: string, construct: () => T): T {
  const hidden = Object.entries(process.env).filter(([name]) => name.toUpperCase().startsWith(prefix));
  for (const [name] of hidden) Reflect.deleteProperty(process.env, name);
  try {
    return construct();
  } finally {
    for (const [name, value] of hidden) process.env[name] = value;
  }
}
