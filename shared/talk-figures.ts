/** The figures of a call's talk that filters, sorts, reports and plans know, and what each is: percent, a length or a count. */
export const talkFigures = {
  talk_share_agent: 'share',
  talk_share_customer: 'share',
  silence_share: 'share',
  overlap_share: 'share',
  longest_silence: 'length',
  longest_monologue: 'length',
  interruptions: 'count',
} as const;
export type TalkFigure = keyof typeof talkFigures;
export const talkFigureNames = Object.keys(talkFigures) as TalkFigure[];

/** How many stored units a figure has in one: hundredths of a percent, ms of a second, or counts. */
export const talkUnit = (name: TalkFigure): number => ({ share: 100, length: 1_000, count: 1 })[talkFigures[name]];
