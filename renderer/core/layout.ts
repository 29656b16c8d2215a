import { ownStore } from './own-store';

/** Sizes of the panes, in px. */
export const inspectorWidth = { min: 288, max: 440, start: 328 } as const;
export const deckHeight = { min: 160, max: 420, start: 198, low: 172 } as const;

/** How a list of calls is shown: its columns in order, each with its width in px if it has one, and its rows. */
export type ListView = { columns: readonly ListColumn[]; isCompact: boolean };
export type ListColumn = { id: string; width: number | null };

type Layout = {
  /** null: depends on the width of the window. */
  sidebar: 'open' | 'rail' | null;
  inspector: boolean;
  inspectorWidth: number;
  /** null: depends on the height of the window. */
  deckHeight: number | null;
  /** The height that the player had before it was made as high as it can be. */
  deckHeightBefore: number | null;
  /** How lists of calls are shown: by the id of a saved search, where it is no longer as saved, and of all calls. */
  views: Readonly<Record<string, ListView>>;
  /** The saved search that Review opens with. */
  firstSearch: string | null;
  /** The filters of calls that were set last, the latest first. */
  lastFilters: readonly { name: string; operator: string; text: string }[];
  /** Whether the inspector is open over the list, in a window too narrow for both. Not stored. */
  overlay: boolean;
};

const atFirst: Layout = {
  sidebar: null,
  inspector: true,
  inspectorWidth: inspectorWidth.start,
  deckHeight: null,
  deckHeightBefore: null,
  views: {},
  firstSearch: null,
  lastFilters: [],
  overlay: false,
};

/** The layout of panes and lists, stored per user. */
export const useLayout = ownStore<Layout>('layout', atFirst, ({ overlay: _, ...kept }) => kept);

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
