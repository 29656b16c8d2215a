import { Headphones } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useHolds } from '../../core/session';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { paramsOf } from '../calls';

/** Shows every call of a client in Review. */
export function AllCalls({ client_id }: { client_id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const maySee = useHolds('calls:view');
  const advanced = [{ name: 'client_id', operator: 'equal_to', text: client_id }];
  const address = `/review?${paramsOf({ search: '', date: null, advanced, sort: 'desc' })}`;
  return (
    <Button
      look="quiet"
      icon={<Icon of={Headphones} />}
      unavailable={maySee ? undefined : t('clients.mayNotSeeCalls')}
      onPress={() => void navigate(address)}
    >
      {t('clients.allCalls')}
    </Button>
  );
}
