import { create } from 'zustand';
import { type PersistOptions, persist } from 'zustand/middleware';

type Kept = { persist: { setOptions: (options: { name: string }) => void; rehydrate: () => unknown } };

let person: string | null = null;
const stores = new Map<string, Kept>();

/** Stores the state of a persisted store per user, under this name. The store has `skipHydration`. */
export function keepPerUser(name: string, store: Kept): void {
  stores.set(name, store);
  load(name, store);
}

function load(name: string, store: Kept): void {
  if (person === null) return;
  store.persist.setOptions({ name: `earshot.${name}.${person}` });
  void store.persist.rehydrate();
}

/** Loads what is stored for the user who signed in, in every such store. It replaces the state of the previous user. */
export function startOwnStores(user_id: string): void {
  person = user_id;
  for (const [name, store] of stores) load(name, store);
}

/** A store whose state is kept for each user of this machine; without a stored state, a user finds `atFirst`. */
export function ownStore<T extends object>(
  name: string,
  atFirst: T,
  partialize?: PersistOptions<T, Partial<T>>['partialize'],
) {
  const store = create<T>()(
    persist<T, [], [], Partial<T>>(() => atFirst, {
      name: `earshot.${name}`,
      skipHydration: true,
      partialize: partialize ?? ((state) => state),
      merge: (kept) => ({ ...atFirst, ...(kept as Partial<T>) }),
    }),
  );
  keepPerUser(name, store);
  return store;
}
