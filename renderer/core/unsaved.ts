import { useEffect, useEffectEvent } from 'react';

type Part = {
  /** What of it is not saved, in the user's words; null if everything is. */
  names: () => string | null;
  /** Saves it now, if it saves by itself. */
  save?: () => Promise<unknown>;
};

const parts = new Set<Part>();

/** Enters something that may be unsaved, until the returned function is called. It is asked for before the window is left. */
export function holdUnsaved(part: Part): () => void {
  parts.add(part);
  return () => void parts.delete(part);
}

/** The same while the component is mounted. */
export function useUnsaved(names: () => string | null): void {
  const latestNames = useEffectEvent(names);
  useEffect(() => holdUnsaved({ names: () => latestNames() }), []);
}

/** What is not saved anywhere in the window, in the user's words. */
export const unsavedNames = (): string[] => [...new Set([...parts].flatMap((part) => part.names() ?? []))];

/** Saves what saves by itself, and waits for that at most a second by default. Returns the names of what is still not saved. */
export async function saveAtOnce(timeoutMs = 1_000): Promise<string[]> {
  const late = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([Promise.all([...parts].map((part) => part.save?.())), late]);
  return unsavedNames();
}
