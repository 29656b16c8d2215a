/** Earshot cannot start. The message is shown to the user, and the code is returned to the calling process. */
export class NotStarted extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}
