import { useHolds, useSignedIn } from '../../core/session';

/** Whether figures can be computed for a page; a view as another user can only read. */
export function useMayCount(): boolean {
  const mayRun = useHolds('reports:run');
  const { viewer } = useSignedIn();
  return mayRun && !viewer;
}
