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

/** The column of a figure, in hundredths of a percent, in ms, or as a count. */
export const talkColumn = (name: TalkFigure): string => (talkFigures[name] === 'length' ? `${name}_ms` : name);

/** How many of its column's units a figure has in one: of a percent, of a second, or of a count. */
export const talkUnit = (name: TalkFigure): number => ({ share: 100, length: 1_000, count: 1 })[talkFigures[name]];
