import { type Group, groupApi } from '@shared/contract/groups';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { changedByGroup } from '../../api/cache/groups';
import type { Stored } from '../../api/record';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';
import { OneOf } from '../../form/choices';
import { TextLine } from '../../form/fields';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { useApiForm } from '../../form/use-api-form';
import type { FormOf } from '../../form/use-field';
import { zoneChoices } from '../../i18n/zones';
import { toast } from '../../ui/toast';
import { DeleteGroup } from './delete-group';
import { GroupUsers } from './group-users';
import { oneGroup } from './groups';

const list = '/admin/groups';

type GroupValues = { name: string; timezone: string };
const valuesOf = ({ name, timezone }: Group): GroupValues => ({ name, timezone });

function useLabels(): Record<keyof GroupValues, string> {
  const { t } = useTranslation();
  return { name: t('groups.name'), timezone: t('groups.timezone') };
}

function GroupFields({ form, readOnly }: { form: FormOf<GroupValues>; readOnly: boolean }) {
  const { t } = useTranslation();
  const labels = useLabels();
  return (
    <>
      <TextLine form={form} name="name" label={labels.name} readOnly={readOnly} />
      <OneOf
        form={form}
        name="timezone"
        label={labels.timezone}
        hint={t('groups.timezoneHint')}
        readOnly={readOnly}
        choices={zoneChoices(t('groups.zoneOfTenant'))}
      />
    </>
  );
}

/** The page of a new group. */
export function NewGroupPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const labels = useLabels();
  const mayEdit = useMay(groupApi.create);
  const form = useApiForm(groupApi.create, {
    values: { name: '', timezone: '' },
    draft: 'new group',
    onSaved: async (_, { name }) => {
      toast(t('groups.added', { name }));
      await refresh(changedByGroup);
      void navigate(list, { replace: true });
    },
  });
  return (
    <FormPage
      form={form}
      crumb={{ name: t('groups.title'), to: list }}
      title={t('groups.new')}
      labels={labels}
      save={t('groups.save')}
      unavailable={mayEdit ? undefined : t('groups.mayNotEdit')}
      preview={<p>{t('groups.newNobody')}</p>}
      previewTitle={t('groups.inIt')}
    >
      <GroupFields form={form} readOnly={!mayEdit} />
    </FormPage>
  );
}

/** The page of an existing group. */
export function GroupPage() {
  const { t } = useTranslation();
  const { group_id = '' } = useParams();
  const { data, error, refetch } = oneGroup.useRecord(group_id);
  if (data) return <Editor key={group_id} {...data} />;
  return <RecordPending error={error} failed={t('groups.failedOne')} onRetry={() => void refetch()} />;
}

function Editor({ record: group, version }: Stored<Group>) {
  const { t } = useTranslation();
  const labels = useLabels();
  const mayEdit = useMay(groupApi.update);
  const { group_id } = group;
  const form = useApiForm(groupApi.update, {
    values: valuesOf(group),
    params: { group_id },
    version,
    stored: { options: oneGroup.options(group_id), valuesOf },
    draft: `group ${group_id}`,
    onSaved: (_, { name }) => {
      toast(t('groups.saved', { name }));
      void refresh(changedByGroup);
    },
  });
  return (
    <FormPage
      form={form}
      crumb={{ name: t('groups.title'), to: list }}
      title={group.name}
      labels={labels}
      save={t('groups.save')}
      unavailable={mayEdit ? undefined : t('groups.mayNotEdit')}
      actions={<DeleteGroup group={group} list={list} />}
      preview={<GroupUsers group={group} />}
      previewTitle={t('groups.inIt')}
    >
      <GroupFields form={form} readOnly={!mayEdit} />
    </FormPage>
  );
}
