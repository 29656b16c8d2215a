import type { ApiDoor } from '@shared/ipc';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../ui/switch';
import { toast } from '../../ui/toast';
import type { useChangeDoor } from './api-door';

type Props = { door: ApiDoor; change: ReturnType<typeof useChangeDoor>; unavailable: string | undefined };

/** Whether tools may connect. */
export function DoorSwitch({ door, change, unavailable }: Props) {
  const { t } = useTranslation();
  const turn = (on: boolean) =>
    change.mutate({ on }, { onSuccess: (now) => !('taken' in now) && toast(t(on ? 'api.turnedOn' : 'api.turnedOff')) });
  return <Switch label={t('api.mayConnect')} value={door.on} onChange={turn} unavailable={unavailable} atEnd />;
}
