/** Rows by names that others may write. What every object of JavaScript has, such as `constructor`, is no row. */
export function table<T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, rows);
}
