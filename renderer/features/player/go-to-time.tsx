import { seconds } from '@shared/call-filters/values';
import { type FormEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../core/use-command';
import { lengthText } from '../../i18n/times';
import { Button } from '../../ui/button';
import { Popover } from '../../ui/popover';
import { TextField } from '../../ui/text-field';
import settings from './settings.module.css';
import { usePlayer } from './store';
import { useWhySilent } from './why-silent';
import { showPlayhead } from './zoom';

/** Goes to a time of the call that the user types: `1:23`, `83` or `1:02:03`. It is shown at the time of the player. */
export function GoToTime({ time }: { time: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const whyNot = useWhySilent();
  useCommand('playerGoTo', whyNot === undefined ? () => setOpen(true) : undefined, whyNot);
  return (
    <Popover label={t('player.goTo.title')} placement="top" triggerRef={time} open={isOpen} onOpenChange={setOpen}>
      <TimeForm onDone={() => setOpen(false)} />
    </Popover>
  );
}

function TimeForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    setMessage(undefined);
  };
  const go = (event: FormEvent) => {
    event.preventDefault();
    const { duration_ms, seek } = usePlayer.getState();
    const at = seconds(typed.trim());
    if (typeof at !== 'number') return setMessage(t('player.goTo.wrong'));
    // The length is shown rounded.
    if (at > Math.ceil(duration_ms / 1000))
      return setMessage(t('player.goTo.after', { end: lengthText(duration_ms / 1000) }));
    seek(at * 1000);
    showPlayhead();
    onDone();
  };
  return (
    <form className={settings.goTo} noValidate onSubmit={go}>
      <TextField
        label={t('player.goTo.title')}
        value={typed}
        onChange={type}
        message={message}
        placeholder="1:23"
        autoFocus
      />
      <Button look="ink" type="submit">
        {t('player.goTo.go')}
      </Button>
    </form>
  );
}
