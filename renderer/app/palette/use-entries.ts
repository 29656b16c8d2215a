import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { restMs } from '../../list/page-search';
import { useRested } from '../../ui/use-rested';
import { type Entry, type Group, groups, matching } from './entry';
import { useRecent } from './recent';
import { readTyped } from './typed';
import { useCallEntries, useFoundCalls, useRecentCalls } from './use-calls';
import { useCommands } from './use-commands';
import { useFoundPeople, usePersonEntries } from './use-people';
import { usePlaces, useSearches } from './use-places';

export type Shown = {
  group: Group;
  title: string;
  entries: Entry[];
  /** Whether the entries were found with earlier letters, while those for the text are being looked for. */
  isEarlier: boolean;
  /** Why the entries could not be loaded. */
  error: Error | null;
  retry: () => void;
};

/** Entries of a group: in an empty field, among others, and alone. */
const most = 5;
const few = 3;
const many = 20;

/** The entries for what was typed, by group; in an empty field, the commands and calls of last time. */
export function useEntries(typed: string, chosen: Group | null) {
  const { t } = useTranslation();
  const { text, group } = readTyped(typed, chosen);
  const isIn = (one: Group) => group === null || group === one;
  const limit = group === null ? few : many;
  const mayHear = useHolds('calls:view') && isIn('calls');
  const maySeePeople = useHolds('users:view') && isIn('people');
  // Requests wait until the typing rests; a newer one cancels the one before.
  const rested = useRested(text, restMs);
  const calls = useFoundCalls(mayHear ? rested : '', limit);
  const people = useFoundPeople(maySeePeople ? rested : '', limit);
  const recentCalls = useRecentCalls(mayHear && text === '');
  const recent = useRecent(({ commands }) => commands.length);
  const [callEntries, personEntries] = [useCallEntries(), usePersonEntries()];
  const [commands, searches, pages] = [useCommands(), useSearches(), usePlaces()];

  const isEmpty = text === '' && group === null;
  const found: Record<Group, Entry[]> = isEmpty
    ? {
        commands: commands.slice(0, recent || undefined).filter(({ whyNot }) => whyNot === undefined),
        calls: callEntries(recentCalls),
        people: [],
        searches: [],
        pages: recent > 0 ? [] : pages,
      }
    : {
        commands: matching(commands, text),
        calls: callEntries(text === '' ? recentCalls : (mayHear && calls.data) || []),
        people: personEntries(text === '' ? [] : (maySeePeople && people.data) || []),
        searches: matching(searches, text),
        pages: matching(pages, text),
      };
  const asked = text === '' ? {} : { ...(mayHear && { calls }), ...(maySeePeople && { people }) };
  const isRecent: Partial<Record<Group, boolean>> = { commands: isEmpty && recent > 0, calls: text === '' };
  const shown = groups.filter(isIn).map((one): Shown => {
    const request = asked[one as keyof typeof asked];
    return {
      group: one,
      title: t(isRecent[one] ? `palette.recent.${one as 'commands' | 'calls'}` : `palette.group.${one}`),
      entries: found[one].slice(0, group === 'commands' ? undefined : isEmpty ? most : limit),
      isEarlier: request !== undefined && (rested !== text || request.isPlaceholderData),
      error: request?.error ?? null,
      retry: () => void request?.refetch(),
    };
  });
  return {
    shown: shown.filter(({ entries, error }) => entries.length > 0 || error),
    text,
    group,
    isLooking: text !== '' && (rested !== text || calls.isFetching || people.isFetching),
  };
}
