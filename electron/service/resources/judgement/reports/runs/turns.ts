/** A queue in which users take turns, so that nobody waits for all the work of someone else. */
export class Turns<T> {
  private readonly waiting = new Map<string, T[]>();

  /** Adds an item after the others of this person. */
  add(person: string, item: T): void {
    this.waiting.set(person, [...(this.waiting.get(person) ?? []), item]);
  }

  /** Takes the next item; undefined when none waits. */
  next(): T | undefined {
    for (const [person, [item, ...others]] of this.waiting) {
      this.waiting.delete(person);
      // Behind all other people.
      if (others.length > 0) this.waiting.set(person, others);
      return item;
    }
    return undefined;
  }
}
