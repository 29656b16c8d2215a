import { type User, userApi } from '@shared/contract/users';
import { maxSavedText } from '@shared/ipc';
import { licenceNames } from '@shared/licences';
import { Share } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pages } from '../../api/every';
import { useHolds, useZone } from '../../core/session';
import { dayIn } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { csvHead, csvLines } from '../../list/csv';
import { useSaveText } from '../../list/use-save-text';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import { useEveryGroup } from '../groups';
import { queryOf, type UserFilters, useEveryRole } from './users';

/** Saves the users that the list shows as CSV, with what the role may see of them. */
export function ExportUsers(filters: UserFilters) {
  const { t } = useTranslation();
  const zone = useZone();
  const format = useFormat();
  const columns = useColumns();
  const saveText = useSaveText();
  const refusalText = useRefusalText();
  const [busy, setBusy] = useState(false);
  const left = useRef(new AbortController());
  useEffect(() => () => left.current.abort(), []);
  const save = async () => {
    setBusy(true);
    try {
      const text = await textOf(columns, filters, left.current.signal);
      if (text === null) toast(t('users.tooMany', { most: format.bytes(maxSavedText) }), 'note');
      else await saveText(t('users.fileName', { day: dayIn(zone) }), text);
    } catch (error) {
      if (!left.current.signal.aborted) toast(refusalText(error), 'note');
    }
    setBusy(false);
  };
  return (
    <Button look="quiet" icon={<Icon of={Share} />} busy={busy} onPress={() => void save()}>
      {t('users.export')}
    </Button>
  );
}

/** The users as CSV; null as soon as they are too many for a file, so that the others are not read. */
async function textOf(columns: readonly Column[], filters: UserFilters, signal: AbortSignal): Promise<string | null> {
  let text = csvHead(columns);
  for await (const users of pages(userApi.list, 'users', signal, { query: queryOf(filters) })) {
    text += csvLines(columns, users);
    if (text.length > maxSavedText) return null;
  }
  return text;
}

type Column = { name: string; text: (user: User) => string; isHidden?: boolean };

function useColumns(): Column[] {
  const { t } = useTranslation();
  const [roles, groups] = [useEveryRole(), useEveryGroup()];
  const [seesLogin, seesLicences] = [useHolds('users:login_settings'), useHolds('users:licensing')];
  const yes = (is: boolean | undefined) => (is ? t('users.yes') : t('users.no'));
  const columns: Column[] = [
    { name: t('users.column.name'), text: ({ name }) => name },
    { name: t('users.column.login'), text: ({ fieldset_login }) => fieldset_login?.login ?? '', isHidden: !seesLogin },
    { name: t('users.column.email'), text: ({ email }) => email },
    { name: t('users.column.role'), text: (user) => roles?.find((role) => role.role_id === user.role_id)?.name ?? '' },
    {
      name: t('users.column.group'),
      text: (user) => groups?.find((group) => group.group_id === user.group_id)?.name ?? '',
    },
    { name: t('users.segment.active'), text: ({ is_active }) => yes(is_active) },
    ...licenceNames.map((licence) => ({
      name: t(`users.licence.${licence}`),
      text: ({ fieldset_licensing }: User) => yes(fieldset_licensing?.[licence]),
      isHidden: !seesLicences,
    })),
    {
      name: t('users.column.lastSignIn'),
      text: ({ fieldset_login }) => fieldset_login?.last_sign_in_at ?? '',
      isHidden: !seesLogin,
    },
  ];
  return columns.filter(({ isHidden }) => !isHidden);
}
