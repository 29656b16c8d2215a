import { create } from 'zustand';

/** Whether the palette is open. */
export const usePalette = create<{ open: boolean; show: () => void; close: () => void }>()((set) => ({
  open: false,
  show: () => set({ open: true }),
  close: () => set({ open: false }),
}));
