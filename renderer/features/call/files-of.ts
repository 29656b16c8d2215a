import type { Call } from '@shared/contract/calls';

/** Whether every file of a call is encrypted, as its recording is then called. */
export const isEncrypted = ({ files }: Pick<Call, 'files'>): boolean =>
  files.every(({ encrypt_fingerprint }) => encrypt_fingerprint !== null);

/** Whether the files of a call cannot be joined to one, because their formats differ. */
export const isMixed = ({ files }: Pick<Call, 'files'>): boolean =>
  new Set(files.map(({ codec, sample_rate, channels }) => `${codec} ${sample_rate} ${channels}`)).size > 1;
