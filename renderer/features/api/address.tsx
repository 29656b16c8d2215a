import { type ApiDoor, apiPorts } from '@shared/ipc';
import { CircleAlert, CircleCheck, Copy, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { NumberField } from '../../ui/number-field';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { useCopy } from '../../ui/use-copy';
import type { useChangeDoor } from './api-door';
import styles from './api-page.module.css';

type Props = { door: ApiDoor; change: ReturnType<typeof useChangeDoor>; unavailable: string | undefined };

/** Where the API listens. A port that is taken is refused at the field, with the next free one. */
export function Address({ door, change, unavailable }: Props) {
  const { t } = useTranslation();
  const copy = useCopy();
  const [port, setPort] = useState<number | null>(door.port);
  const isPort = port !== null && port >= apiPorts.min && port <= apiPorts.max;
  const refused = change.data && 'taken' in change.data ? change.data : undefined;
  const message = !isPort
    ? t('api.portRange', { least: apiPorts.min, most: apiPorts.max })
    : refused?.taken === port
      ? refused.free === null
        ? t('api.portTaken', { port: String(port) })
        : t('api.portTakenFree', { port: String(port), free: String(refused.free) })
      : undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isPort && unavailable === undefined)
      change.mutate(
        { port },
        { onSuccess: (now) => !('taken' in now) && toast(t('api.moved', { port: String(port) })) },
      );
  };
  const elsewhere = door.on && door.url !== null && !door.url.endsWith(`:${door.port}`) ? door.url : undefined;
  const address = door.url === null ? '' : `${door.url}/api/v2/`;
  return (
    <section className={styles.section} aria-label={t('api.address')}>
      <form className={styles.address} onSubmit={onSubmit} noValidate>
        <TextField
          label={t('api.address')}
          value={address}
          onChange={() => {}}
          readOnly
          toCopy
          mono
          after={
            address !== '' && (
              <Button look="quiet" icon={<Icon of={Copy} />} onPress={() => copy(address)}>
                {t('api.copy')}
              </Button>
            )
          }
        />
        <NumberField
          label={t('api.port')}
          value={port}
          onChange={(value) => {
            setPort(value);
            change.reset();
          }}
          readOnly={unavailable !== undefined}
          message={message}
        />
        {port !== door.port && (
          <Button type="submit" size="input" busy={change.isPending}>
            {t('api.move')}
          </Button>
        )}
      </form>
      {elsewhere && <Elsewhere port={door.port} url={elsewhere} />}
      {change.error && <FormMessage>{t('api.notChanged')}</FormMessage>}
      <p className={styles.state} role="status">
        {door.url !== null ? <Icon of={CircleCheck} /> : <Icon of={CircleAlert} data-off />}
        {t(stateOf(door))}
      </p>
    </section>
  );
}

function stateOf({ on, url }: ApiDoor) {
  if (!on) return 'api.isOff' as const;
  return url === null ? ('api.noPort' as const) : ('api.listens' as const);
}

/** The chosen port is in use by another program, so the API listens on another one. */
function Elsewhere({ port, url }: { port: number; url: string }) {
  const { t } = useTranslation();
  return (
    <p className={styles.elsewhere}>
      <Icon of={TriangleAlert} size={14} />
      {t('api.portElsewhere', { port: String(port), free: new URL(url).port })}
    </p>
  );
}
