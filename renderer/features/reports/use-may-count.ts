import { useHolds, useSignedIn } from '../../core/session';

/** Whether figures can be counted for a page. That needs a run, which is deleted again; a view as another user has none. */
export function useMayCount(): boolean {
  const mayRun = useHolds('reports:run');
  const mayDelete = useHolds('reports:delete');
  const { viewer } = useSignedIn();
  return mayRun && mayDelete && !viewer;
}
