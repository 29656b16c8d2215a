/** Where the door is unless the user chose otherwise. */
export const defaultPort = 8017;
/** A port and the nine after it, to be tried one after the other. */
export const inTurn = (port: number): number[] =>
  Array.from({ length: 10 }, (_, n) => port + n).filter((one) => one <= 65_535);
