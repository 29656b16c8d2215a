import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Sizes of the panes, in px. */
export const inspectorWidth = { min: 288, max: 440, start: 328 } as const;
export const deckHeight = { min: 160, max: 420, start: 198, low: 172 } as const;

type Layout = {
  /** null: depends on the width of the window. */
  sidebar: 'open' | 'rail' | null;
  inspector: boolean;
  inspectorWidth: number;
  /** null: depends on the height of the window. */
  deckHeight: number | null;
  /** Whether the inspector is open over the list, in a window too narrow for both. Not stored. */
  overlay: boolean;
};

const atFirst: Layout = {
  sidebar: null,
  inspector: true,
  inspectorWidth: inspectorWidth.start,
  deckHeight: null,
  overlay: false,
};

/** The layout of the panes, stored per user. */
export const useLayout = create<Layout>()(
  persist(() => atFirst, {
    name: 'earshot.layout',
    skipHydration: true,
    partialize: ({ overlay: _, ...kept }) => kept,
    // Replaces the layout of the previous user.
    merge: (kept) => ({ ...atFirst, ...(kept as Partial<Layout>) }),
  }),
);

/** Loads the layout of the user who signed in. */
export function startLayout(user_id: string): void {
  useLayout.persist.setOptions({ name: `earshot.layout.${user_id}` });
  void useLayout.persist.rehydrate();
}

export const narrow = '(max-width: 1119.98px)';

/** Shows or hides the inspector, in the form that fits the window. */
export function toggleInspector(): void {
  useLayout.setState((layout) =>
    window.matchMedia(narrow).matches ? { overlay: !layout.overlay } : { inspector: !layout.inspector },
  );
}

/** Shows the inspector, in the form that fits the window. */
export function showInspector(): void {
  useLayout.setState(window.matchMedia(narrow).matches ? { overlay: true } : { inspector: true });
}
