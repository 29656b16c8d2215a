/** Things that wait for their turn. People take turns, so that nobody waits for all that someone else has asked for. */
export class Turns<T> {
  private readonly waiting = new Map<string, T[]>();

  /** Adds a thing after the others of this person. */
  add(person: string, thing: T): void {
    this.waiting.set(person, [...(this.waiting.get(person) ?? []), thing]);
  }

  /** Takes the thing whose turn it is; undefined when none waits. */
  next(): T | undefined {
    for (const [person, [thing, ...others]] of this.waiting) {
      this.waiting.delete(person);
      // Behind all other people.
      if (others.length > 0) this.waiting.set(person, others);
      return thing;
    }
    return undefined;
  }
}
