import { create } from 'zustand';
import type { CommandId } from './commands';

/** The commands whose keys another program has, so that they only work in this window. */
export const useTakenKeys = create<{ taken: readonly CommandId[] }>()(() => ({ taken: [] }));
