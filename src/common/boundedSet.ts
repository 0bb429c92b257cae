/** When full, drops the least recently used item. */
export class BoundedSet {
  private readonly items = new Set<string>();

  constructor(private readonly limit: number) {}

  has(item: string): boolean {
    if (!this.items.delete(item)) return false;
    this.items.add(item);
    return true;
  }

  add(item: string): void {
    this.items.delete(item);
    this.items.add(item);
    const [oldest] = this.items;
    if (this.items.size > this.limit && oldest !== undefined) this.items.delete(oldest);
  }

  clear(): void {
    this.items.clear();
  }
}
