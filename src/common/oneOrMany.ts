export function oneOrMany(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}
