import { readCall } from '@shared/contract/calls';
import type { Link } from '@shared/ipc';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../api/api';
import { bridge } from '../api/bridge';
import { addressOfSearch, searchesOptions } from '../features/calls';
import { useOpenImport } from '../features/imports';
import { usePlayer } from '../features/player';
import { toast } from '../ui/toast';
import { useOpenCallInReview } from './open-call-in-review';

/** What is done when a link waits: nothing until someone has signed in. */
let onLinked = () => {};
bridge.onLinked(() => onLinked());

/** Opens the link that the system gave Earshot: one that waited for the sign-in, and later ones. */
export function useLinks(): void {
  const { t } = useTranslation();
  const openCall = useOpenCallInReview();
  const openImport = useOpenImport();
  const navigate = useNavigate();
  const client = useQueryClient();

  /** The address of a link; null when it leads nowhere. */
  async function addressOf(link: Exclude<Link, { to: 'call' | 'import' }>): Promise<string | null> {
    if (link.to === 'nowhere') return null;
    // Nothing but a person starts a recording.
    if (link.to === 'record') return '/live';
    if (link.to === 'report') return `/reports/${link.id}`;
    if (link.to === 'evaluation')
      return `/evaluations/${link.id}${link.question_id === null ? '' : `?question=${link.question_id}`}`;
    const { saved_searches } = await client.fetchQuery({ ...searchesOptions, staleTime: 0 });
    const search = saved_searches.find(({ saved_search_id }) => saved_search_id === link.id);
    return search ? addressOfSearch(search) : null;
  }
  async function open(link: Link): Promise<void> {
    if (link.to === 'import') return openImport(link.source);
    if (link.to === 'call') {
      openCall(link.id);
      if (link.at_ms === null) return;
      const { call } = await api(readCall, { params: { call_id: link.id } });
      const { load, seek } = usePlayer.getState();
      load(call, { position_ms: link.at_ms });
      // The call may be in the deck already, at another place.
      return seek(link.at_ms);
    }
    const address = await addressOf(link);
    if (address === null) throw new Error('The link leads nowhere.');
    await navigate(address);
  }
  const take = async () => {
    try {
      const link = await bridge.link();
      if (link) await open(link);
    } catch {
      toast(t('links.bad'), 'note');
    }
  };
  useEffect(() => {
    onLinked = () => void take();
  });
  useEffect(() => {
    onLinked();
    return () => {
      onLinked = () => {};
    };
  }, []);
}
