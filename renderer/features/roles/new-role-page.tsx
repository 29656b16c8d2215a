import { roleApi } from '@shared/contract/roles';
import { isOneOf } from '@shared/one-of';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { changedByRole } from '../../api/cache/roles';
import { refresh } from '../../core/query-client';
import { useMay, useSignedIn } from '../../core/session';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { useApiForm } from '../../form/use-api-form';
import { useFormValues } from '../../form/use-form-values';
import { toast } from '../../ui/toast';
import { asPermissions, rightsIn } from './rights';
import { RoleFields, type RoleValues, useLabels } from './role-fields';
import { RoleInWords } from './role-in-words';
import { oneRole } from './roles';
import { type TemplateId, templateFor, templateIds } from './templates';

const list = '/admin/roles';

/** The page of a new role, empty, as a copy of another one (`?copy=<id>`), or from a template (`?template=<id>`). */
export function NewRolePage() {
  const [params] = useSearchParams();
  const copied = params.get('copy');
  const template = params.get('template');
  if (copied !== null) return <Copy key={copied} role_id={copied} />;
  return template !== null && isOneOf(templateIds, template) ? (
    <FromTemplate key={template} id={template} />
  ) : (
    <NewRole />
  );
}

function FromTemplate({ id }: { id: TemplateId }) {
  const { t } = useTranslation();
  const { role: own } = useSignedIn();
  return <NewRole start={{ name: t(`roles.template.${id}`), ...templateFor(id, own) }} />;
}

function Copy({ role_id }: { role_id: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = oneRole.useRecord(role_id);
  if (!data) return <RecordPending error={error} failed={t('roles.failedOne')} onRetry={() => void refetch()} />;
  const { name, access_level, permissions } = data.record;
  return (
    <NewRole
      start={{
        name: t('roles.copyOf', { name }),
        access_level,
        permissions: asPermissions(rightsIn(permissions)),
      }}
    />
  );
}

const empty: RoleValues = { name: '', access_level: 'user', permissions: asPermissions([]) };

function NewRole({ start }: { start?: RoleValues }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const labels = useLabels();
  const mayEdit = useMay(roleApi.create);
  const form = useApiForm(roleApi.create, {
    values: empty,
    start,
    draft: 'new role',
    onSaved: async (_, { name }) => {
      toast(t('roles.addedOne', { name }));
      await refresh(changedByRole);
      void navigate(list, { replace: true });
    },
  });
  const values = useFormValues(form);
  return (
    <FormPage
      form={form}
      crumb={{ name: t('roles.title'), to: list }}
      title={t('roles.new')}
      labels={labels}
      save={t('roles.save')}
      unavailable={mayEdit ? undefined : t('roles.mayNotEdit')}
      preview={<RoleInWords role={values} />}
      previewTitle={t('roles.inWords')}
      wide
    >
      <RoleFields form={form} saved={null} readOnly={!mayEdit} />
    </FormPage>
  );
}
