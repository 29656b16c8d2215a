import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import { bridge } from '../../../api/bridge';
import { paramsNow, useAddress } from '../../../core/address';
import { useLayout } from '../../../core/layout';
import { useSignedIn } from '../../../core/session';
import { addressOfSearch, searchesOptions } from './saved-searches';

/**
 * The filters and the order that each user had last. They are stored sealed, because they say what was searched for. Who
 * views as another user has those of the view, which are not stored.
 */
const lastList = new Map<string, string>();
/** The call that each user had selected, for a return from another page. A restart returns to the address (core/session-restore.ts). */
const lastCall = new Map<string, string>();

/**
 * What the list opens with, if the address does not say it: the saved search that the user has chosen for that,
 * otherwise the filters, the order and the call that this user had last.
 */
export function useFirstList(): void {
  const client = useQueryClient();
  const { user, viewer } = useSignedIn();
  const { params, change } = useAddress();
  const person = viewer ? `${viewer.user_id} as ${user.user_id}` : user.user_id;
  const key = `earshot.review.${person}`;
  const isBare = params.size === 0;
  const how = useNavigationType();
  const linked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens; clearing every filter later is on purpose
  useEffect(() => {
    if (!isBare) return;
    const open = (found: URLSearchParams) =>
      change((next) => found.forEach((value, name) => void next.set(name, value)));
    const { firstSearch } = useLayout.getState();
    const isUntouched = () => [...paramsNow().keys()].every((name) => name === 'call');
    if (firstSearch === null) {
      const openLast = (params: string | null) => {
        const last = new URLSearchParams(params ?? '');
        const call = lastCall.get(person);
        if (call) last.set('call', call);
        open(last);
      };
      const known = lastList.get(person);
      const stored = localStorage.getItem(key);
      if (known !== undefined || stored === null) return openLast(known ?? null);
      return void bridge.unseal(stored).then(
        (params) => isUntouched() && openLast(params),
        () => {},
      );
    }
    void client.ensureQueryData(searchesOptions).then(
      ({ saved_searches }) => {
        const search = saved_searches.find(({ saved_search_id }) => saved_search_id === firstSearch);
        if (search && isUntouched()) open(new URL(addressOfSearch(search), window.location.origin).searchParams);
      },
      () => {},
    );
  }, []);
  useEffect(() => {
    const kept = new URLSearchParams(params);
    const call = kept.get('call');
    if (call) lastCall.set(person, call);
    kept.delete('call');
    // A link to a call shows it among all calls, which the user has not chosen. Clearing the filters replaces the address.
    const isLinked = params.has('call') && how !== 'REPLACE';
    linked.current = kept.size === 0 && (isLinked || linked.current);
    if (linked.current) return;
    const last = kept.toString();
    if (lastList.get(person) === last) return;
    lastList.set(person, last);
    if (viewer) return;
    void bridge.seal(last).then(
      (sealed) => {
        if (lastList.get(person) !== last) return;
        if (sealed === null) localStorage.removeItem(key);
        else localStorage.setItem(key, sealed);
      },
      () => {},
    );
  }, [params, how, key, person, viewer]);
}
