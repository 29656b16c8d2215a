import type { ReactNode } from 'react';
import { match } from './match';

/** The groups of the palette, in their order. */
export const groups = ['commands', 'calls', 'people', 'searches', 'pages'] as const;
export type Group = (typeof groups)[number];

export type Entry = {
  /** Unique in the palette. */
  id: string;
  text: string;
  /** Texts that find it as well: its text in the other language. */
  also?: readonly string[];
  detail?: string | undefined;
  icon: ReactNode;
  /** Figures at the end of the row, each in a column. */
  ends?: readonly string[] | undefined;
  /** How many calls there are, once they are counted. */
  count?: ReactNode;
  keys?: string | undefined;
  /** Why it cannot be done at the moment. */
  whyNot?: string | undefined;
  run: () => void;
  /** Plays the call without leaving the page. */
  play?: () => void;
};

/** Entries that match what was typed, the best first, and those that are not possible last. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  return entries
    .flatMap((entry) => {
      const own = match(entry.text, typed);
      const score = own?.score ?? (entry.also?.some((text) => match(text, typed)) ? 0 : null);
      return score === null ? [] : [{ entry, score: entry.whyNot === undefined ? score : score - 100 }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}
