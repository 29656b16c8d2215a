import { ownStore } from '../../core/own-store';

export type Rate = 8000 | 16_000 | 48_000;

type Choices = {
  /** The ids of the devices: '' for the first microphone and for no second device. */
  you: string;
  caller: string;
  rate: Rate;
  /** Whether a pause ends by itself, and after how many seconds. */
  resumes: boolean;
  resume_s: number;
};

export const rates: readonly Rate[] = [8000, 16_000, 48_000];
export const resumeSeconds: readonly number[] = [30, 60, 120, 300, 600];

/** The choices of a user for recording. */
export const useChoices = ownStore<Choices>('recorder', {
  you: '',
  caller: '',
  rate: 16_000,
  resumes: false,
  resume_s: 120,
});

/** After how many seconds a pause is to end by itself, if the user has chosen that; otherwise the settings decide. */
export function resumeAfter(): number | undefined {
  const { resumes, resume_s } = useChoices.getState();
  return resumes ? resume_s : undefined;
}
