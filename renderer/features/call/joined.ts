import type { Call } from '@shared/contract/calls';

/** Whether the files of a call cannot be joined to one, because their formats differ. */
export const isMixed = ({ files }: Pick<Call, 'files'>): boolean =>
  new Set(files.map(({ codec, sample_rate, channels }) => `${codec} ${sample_rate} ${channels}`)).size > 1;
