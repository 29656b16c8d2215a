import { ownStore } from '../../core/own-store';
import type { Wanted } from './recorder';

/** What a user records: the ids of the devices, '' for the first microphone and for no second device. */
type Choices = { you: string; caller: string; rate: Wanted['rate'] };

export const rates = [8000, 16_000, 48_000] as const;

export const useChoices = ownStore<Choices>('recorder', { you: '', caller: '', rate: 16_000 });
