import type { ParseKeys } from 'i18next';
import { Bookmark, KeyRound, type LucideIcon, PhoneCall, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { addressOfSearch, useSavedSearches } from '../../features/calls';
import { Icon } from '../../ui/icon';
import { useOwnPlaces } from '../places';
import { SearchCount } from './counts';
import type { Entry } from './entry';

const alwaysThere: { path: string; name: ParseKeys; icon: LucideIcon }[] = [
  { path: '/preferences', name: 'sidebar.preferences', icon: Settings },
  { path: '/account', name: 'keys.command.account', icon: KeyRound },
  { path: '/phone-systems', name: 'imports.phoneSystem', icon: PhoneCall },
];

/** The pages that the user may open. */
export function usePlaces(): Entry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return [...useOwnPlaces(), ...alwaysThere].map(({ path, name, icon }) => ({
    id: path,
    text: t(name),
    also: [t(name, { lng: 'en' }), t(name, { lng: 'de' })],
    icon: <Icon of={icon} />,
    run: () => void navigate(path),
  }));
}

/** The saved searches of the user. */
export function useSearches(): Entry[] {
  const navigate = useNavigate();
  return useSavedSearches().map((search) => ({
    id: search.saved_search_id,
    text: search.name,
    icon: <Icon of={Bookmark} />,
    count: <SearchCount search={search} />,
    run: () => void navigate(addressOfSearch(search)),
  }));
}
