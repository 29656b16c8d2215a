import { beginViewAs, endViewAs } from '@shared/contract/sessions';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../api/api';
import { enter } from './query-client';
import { useSignedIn } from './session';

/** The address at which the view as another user began. */
let began: string | null = null;

/** Shows Earshot as another user sees it, without changing anything, until `useEndView`. */
export function useBeginView() {
  const navigate = useNavigate();
  return useMutation({
    gcTime: 0,
    mutationFn: (user_id: string) => api(beginViewAs, { body: { view_as: { user_id } } }),
    onSuccess: async (session) => {
      began = window.location.pathname + window.location.search;
      await navigate('/');
      enter(session);
    },
  });
}

/** Ends the view, and returns to where it began; after a reload of the page to the role of the user that was viewed. */
export function useEndView() {
  const navigate = useNavigate();
  const { role } = useSignedIn();
  return useMutation({
    gcTime: 0,
    mutationFn: () => api(endViewAs),
    onSuccess: async (session) => {
      const address = began ?? `/admin/roles/${role.role_id}`;
      began = null;
      await navigate(address);
      enter(session);
    },
  });
}

/** Why nothing can be saved while viewing as another user; undefined otherwise. */
export function useReadingOnly(): string | undefined {
  const { t } = useTranslation();
  const { user, viewer } = useSignedIn();
  return viewer && t('viewAs.readingOnly', { name: user.name });
}
