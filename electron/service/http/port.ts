/** The port of the TCP door, unless the user chose another. */
export const defaultPort = 8017;
/** A port and the next nine, to be tried in turn. */
export const portsFrom = (port: number): number[] =>
  Array.from({ length: 10 }, (_, n) => port + n).filter((one) => one <= 65_535);
