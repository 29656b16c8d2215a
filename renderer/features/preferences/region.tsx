import { userApi } from '@shared/contract/users';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { usePreferences } from '../../core/preferences';
import { refresh } from '../../core/query-client';
import { useReadSession, useSignedIn } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { FieldRow } from '../../form/section';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { zoneChoices } from '../../i18n/zones';
import { ChoiceField } from '../../ui/choice-field';
import { SelectField } from '../../ui/select-field';
import { toast } from '../../ui/toast';

const system = 'system';

/** The language of the window, and the time zone of the user, which the API uses for every tool. */
export function Region() {
  const { t } = useTranslation();
  const { language, change } = usePreferences();
  const { user_id, timezone } = useSignedIn().user;
  const readSession = useReadSession();
  const readingOnly = useReadingOnly();
  const refusalText = useRefusalText();
  const setZone = useMutation({
    gcTime: 0,
    mutationFn: (zone: string) => api(userApi.update, { params: { user_id }, body: { user: { timezone: zone } } }),
    onSuccess: async () => {
      await readSession();
      await refresh();
      toast(t('preferences.zoneSaved'));
    },
  });
  const shown = setZone.isPending ? setZone.variables : timezone;
  return (
    <FieldRow>
      <SelectField
        label={t('preferences.language')}
        value={language ?? system}
        onChange={(id) => change({ language: id === system ? null : (id as 'en' | 'de') })}
        choices={[
          { id: system, name: t('preferences.system') },
          { id: 'en', name: 'English' },
          { id: 'de', name: 'Deutsch' },
        ]}
      />
      <ChoiceField
        key={timezone}
        label={t('preferences.zone')}
        value={shown}
        onChange={(zone) => zone !== timezone && setZone.mutate(zone)}
        choices={zoneChoices(t('preferences.zoneUnset'))}
        opensOn="input"
        readOnly={readingOnly !== undefined}
        hint={readingOnly}
        message={setZone.error ? refusalText(setZone.error) : undefined}
      />
    </FieldRow>
  );
}
