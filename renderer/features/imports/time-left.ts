import type { Import } from '@shared/contract/imports';

/** Minutes a running import still needs at the speed it had so far; null while there is too little to tell. */
export function minutesLeft({ created_at, done, total }: Import, now: number): number | null {
  const elapsedMs = now - Date.parse(created_at);
  if (done < 3 || elapsedMs < 3000 || done >= total) return null;
  return (elapsedMs / done) * ((total - done) / 60_000);
}
