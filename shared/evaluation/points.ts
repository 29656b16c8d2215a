/*
 * Points have at most two decimals. Sums of binary fractions are not exact, so points are added up as whole hundredths
 * and become decimals only on the wire.
 */

/** The most points of a question, and the most questions of a form. Every sum of hundredths stays below 2^53. */
export const maxPoints = 100_000;
export const maxQuestions = 500;
export const maxWeight = 1_000;

/** The hundredths of a decimal; undefined if it has more than two decimals. */
export function hundredthsOf(points: number): number | undefined {
  const hundredths = Math.round(points * 100);
  return hundredths / 100 === points ? hundredths : undefined;
}

/** The decimal of hundredths. */
export const pointsOf = (hundredths: number): number => hundredths / 100;
