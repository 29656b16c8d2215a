/** Earshot cannot start: the message is for the person at the screen, the code for who started it. */
export class NotStarted extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}
