export class Readings<T> {
  readonly #readings = new Map<unknown, Map<string, T>>();

  once(value: readonly unknown[], how: string, read: () => T): T {
    const readings = this.#readings.get(value) ?? new Map<string, T>();
    this.#readings.set(value, readings);
    const known = readings.get(how);
    if (known !== undefined) return known;
    const reading = read();
    readings.set(how, reading);
    return reading;
  }
}
