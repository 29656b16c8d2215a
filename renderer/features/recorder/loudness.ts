const quietestDb = -56;

/** How loud a peak is: from 0 at -56 dB to 1 for the loudest, in even steps of dB. */
export const loudness = (peak: number): number =>
  peak <= 0 ? 0 : Math.max(0, Math.min(1, 1 - (20 * Math.log10(peak)) / quietestDb));
