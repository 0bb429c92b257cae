/** Lower-case words of a name: `run-e2eTests` gives `run`, `e2e`, `tests`. */
export function camelWords(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
