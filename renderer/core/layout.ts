import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Sizes of the panes, in px. */
export const inspectorWidth = { min: 288, max: 440, start: 328 } as const;
export const deckHeight = { min: 160, max: 420, start: 198, low: 172 } as const;

type Layout = {
  /** null: as wide as the window allows. */
  sidebar: 'open' | 'rail' | null;
  inspector: boolean;
  inspectorWidth: number;
  /** null: by the height of the window. */
  deckHeight: number | null;
  /** The inspector over the list, where the window is too narrow for both. Not remembered. */
  overlay: boolean;
};

const atFirst: Layout = {
  sidebar: null,
  inspector: true,
  inspectorWidth: inspectorWidth.start,
  deckHeight: null,
  overlay: false,
};

/** How the panes are laid out. Remembered per user. */
export const useLayout = create<Layout>()(
  persist(() => atFirst, {
    name: 'earshot.layout',
    skipHydration: true,
    partialize: ({ overlay: _, ...kept }) => kept,
    // In place of what the person before had.
    merge: (kept) => ({ ...atFirst, ...(kept as Partial<Layout>) }),
  }),
);

/** Takes up the layout of the person who signed in. */
export function startLayout(user_id: string): void {
  useLayout.persist.setOptions({ name: `earshot.layout.${user_id}` });
  void useLayout.persist.rehydrate();
}

export const narrow = '(max-width: 1119.98px)';

/** Shows or hides the inspector, in whichever of its two forms the window has room for. */
export function toggleInspector(): void {
  useLayout.setState((layout) =>
    window.matchMedia(narrow).matches ? { overlay: !layout.overlay } : { inspector: !layout.inspector },
  );
}

/** Shows the inspector, in the form for which the window has room. */
export function showInspector(): void {
  useLayout.setState(window.matchMedia(narrow).matches ? { overlay: true } : { inspector: true });
}
