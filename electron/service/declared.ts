/** What is declared in this thread. Other threads ask for it by its name, so no two may share one. */
export class Declared<T extends { name: string }> {
  private readonly byName = new Map<string, T>();

  /** Throws when the name is taken. */
  add<D extends T>(one: D): D {
    if (this.byName.has(one.name)) throw new Error(`${one.name} is declared twice.`);
    this.byName.set(one.name, one);
    return one;
  }

  /** Throws when nothing with that name is declared in this thread. */
  get(name: string): T {
    const found = this.byName.get(name);
    if (!found) throw new Error(`Nothing called ${name} is declared.`);
    return found;
  }

  names(): string[] {
    return [...this.byName.keys()];
  }
}
