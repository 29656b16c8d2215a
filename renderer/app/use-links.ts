import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { bridge } from '../api/bridge';
import { toast } from '../ui/toast';
import { useOpenCallInReview } from './open-call-in-review';

/** What is done when a link waits: nothing until someone has signed in. */
let onLinked = () => {};
bridge.onLinked(() => onLinked());

/** Opens the link that the system gave Earshot: one that waited for the sign-in, and later ones. */
export function useLinks(): void {
  const { t } = useTranslation();
  const open = useOpenCallInReview();
  const take = async () => {
    const link = await bridge.link();
    if (link?.call_id) open(link.call_id);
    else if (link) toast(t('links.bad'), 'note');
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
