import type { Part } from '../../../../context';
import { isRefusal } from '../../../../refusal';
import { byEarshot } from '../../../../store/audit';
import { giveLacking, selectLacking } from './queries';

/** Gives the tenants of an older archive the ready-made reports that are new, at the start. */
export const readyMadeReports: Part<void> = ({ store, now }, { onStart }) =>
  onStart(async () => {
    if ((await store.get(selectLacking, undefined)).length === 0) return;
    try {
      await store.write(giveLacking, undefined, byEarshot(now()));
    } catch (cause) {
      // On a full disk, the next start gives them.
      if (!isRefusal(cause, 'InsufficientStorage')) throw cause;
    }
  });
