import { useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';
import { create } from 'zustand';
import { useCommand } from '../core/use-command';

/**
 * What had the focus: the nth element of its kind with that name, in that part of the window. Elements are drawn anew when
 * a page is visited again, so they are found by what the user sees.
 */
type Spot = { part: string; name: string; nth: number };

/** The entries of the browser's history that the user has made, by their number. */
type Journey = { user_id: string; first: number; last: number; at: number };
const useJourney = create<Journey>()(() => ({ user_id: '', first: 0, last: 0, at: 0 }));

/** What last had the focus in each of them. */
const spots = new Map<number, Spot>();

/** The number that the router gives an entry. */
const entryNow = (): number => window.history.state?.idx ?? 0;

/** The user is at another entry. Entries of the user before them stay out of reach: their addresses have what was searched. */
function arrive(user_id: string, type: NavigationType): void {
  const at = entryNow();
  const before = useJourney.getState();
  const isOther = before.user_id !== user_id;
  const first = isOther ? at : Math.min(before.first, at);
  const last = isOther || type === NavigationType.Push ? at : Math.max(before.last, at);
  for (const entry of spots.keys()) if (isOther || entry > last) spots.delete(entry);
  useJourney.setState({ user_id, first, last, at });
}

/** Back and forward through the places that the user has been to. The focus returns with the place. */
export function useBackAndForward(user_id: string): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const type = useNavigationType();
  const { key } = useLocation();
  const { first, last, at } = useJourney();
  // biome-ignore lint/correctness/useExhaustiveDependencies(key): one for each entry
  useLayoutEffect(() => arrive(user_id, type), [user_id, type, key]);
  useCommand('back', at > first ? () => void navigate(-1) : undefined, t('keys.nothingBefore'));
  useCommand('forward', at < last ? () => void navigate(1) : undefined, t('keys.nothingAfter'));

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const spot = target instanceof HTMLElement && spotOf(target);
      if (spot) spots.set(entryNow(), spot);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  useEffect(() => {
    const spot = spots.get(at);
    return type === NavigationType.Pop && spot ? focusAgain(spot) : undefined;
  }, [at, type]);
}

/** Not the sidebar, which leads to the places, nor what floats over a page. */
const partsOfPages = '#root [data-pane]:not(nav), #root main';

const partOf = (element: Element): string | null =>
  element.closest(partsOfPages)?.closest<HTMLElement>('[aria-label]')?.getAttribute('aria-label') ?? null;

function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
  return label ?? (element.matches('a, button') ? (element.textContent ?? '') : element.tagName);
}

const alike = (part: string, name: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('#root :is(a[href], button, input, textarea, [tabindex])')].filter(
    (one) => nameOf(one) === name && partOf(one) === part,
  );

function spotOf(element: HTMLElement): Spot | null {
  const part = partOf(element);
  if (part === null) return null;
  const name = nameOf(element);
  return { part, name, nth: alike(part, name).indexOf(element) };
}

/** What a page reads may be there later than the page. */
const waitMs = 10_000;

/** Gives the focus back once that element is there, unless the user does something else before. */
function focusAgain({ part, name, nth }: Spot): () => void {
  const look = () => {
    const found = alike(part, name)[nth];
    if (found === undefined) return;
    stop();
    found.focus();
  };
  const observer = new MutationObserver(look);
  const late = setTimeout(() => stop(), waitMs);
  const stop = () => {
    observer.disconnect();
    clearTimeout(late);
    document.removeEventListener('keydown', stop, true);
    document.removeEventListener('pointerdown', stop, true);
  };
  document.addEventListener('keydown', stop, true);
  document.addEventListener('pointerdown', stop, true);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return stop;
}
