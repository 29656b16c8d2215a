import { type Role, roleApi } from '@shared/contract/roles';
import { excessOf, type Permissions } from '@shared/permissions';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../api/api';
import { changedByRole } from '../../api/cache/roles';
import type { Stored } from '../../api/record';
import { refresh } from '../../core/query-client';
import { useMay, useReadSession, useSignedIn } from '../../core/session';
import { DeleteRecord } from '../../form/delete-record';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { useApiForm } from '../../form/use-api-form';
import { useDeleteWords } from '../../form/use-delete-words';
import { useFormValues } from '../../form/use-form-values';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import { rightName } from './right-names';
import { asPermissions, rightsIn } from './rights';
import { RoleFields, type RoleValues, useRoleLabels } from './role-fields';
import { RoleInWords } from './role-in-words';
import { oneRole } from './roles';
import { ViewAs } from './view-as';

const list = '/admin/roles';

/** The page of an existing role. */
export function RolePage() {
  const { t } = useTranslation();
  const { role_id = '' } = useParams();
  const { data, error, refetch } = oneRole.useRecord(role_id);
  if (data) return <Editor key={role_id} {...data} />;
  return <RecordPending error={error} failed={t('roles.failedOne')} onRetry={() => void refetch()} />;
}

const valuesOf = ({ name, access_level, permissions }: Role): RoleValues => ({
  name,
  access_level,
  permissions: asPermissions(rightsIn(permissions)),
});

/** Why the signed-in user cannot change a role. */
function useUnavailable(role: Role): string | undefined {
  const { t } = useTranslation();
  const { role: own } = useSignedIn();
  const mayEdit = useMay(roleApi.update);
  if (!mayEdit) return t('roles.mayNotEdit');
  return excessOf(role, own) ? t('roles.wider') : undefined;
}

function Editor({ record: role, version }: Stored<Role>) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const labels = useRoleLabels();
  const readSession = useReadSession();
  const unavailable = useUnavailable(role);
  const { role_id } = role;
  const form = useApiForm(roleApi.update, {
    values: valuesOf(role),
    params: { role_id },
    version,
    stored: { options: oneRole.options(role_id), valuesOf },
    draft: `role ${role_id}`,
    onSaved: (_, { name }) => {
      toast(t('roles.saved', { name }));
      void refresh(changedByRole);
      // It may be the role of the user who changes it.
      void readSession();
    },
  });
  const saved = (form.formState.defaultValues as RoleValues).permissions;
  const now = useFormValues(form);
  const changes = useChanges(form.changes, saved, now.permissions);
  return (
    <FormPage
      form={form}
      crumb={{ name: t('roles.title'), to: list }}
      title={role.name}
      badge={t('roles.peopleCount', { count: role.user_count, shown: format.figure(role.user_count) })}
      labels={labels}
      save={t('roles.save')}
      changes={changes}
      unavailable={unavailable}
      actions={
        <>
          <Button
            look="quiet"
            icon={<Icon of={Copy} />}
            unavailable={unavailable}
            onPress={() => void navigate(`${list}/new?copy=${role_id}`)}
          >
            {t('roles.duplicate')}
          </Button>
          <DeleteRole role={role} list={list} wider={unavailable} />
        </>
      }
      preview={
        <>
          <RoleInWords role={now} />
          {unavailable === undefined && <ViewAs role={role} isChanged={form.changes.length > 0} />}
        </>
      }
      previewTitle={t('roles.inWords')}
      wide
    >
      <RoleFields form={form} saved={saved} readOnly={unavailable !== undefined} />
    </FormPage>
  );
}

/** The changes of a role in words: each right that was added or removed, and the other changed fields. */
function useChanges(fields: readonly string[], saved: Permissions, now: Permissions) {
  const { t } = useTranslation();
  const labels = useRoleLabels();
  const [before, after] = [rightsIn(saved), rightsIn(now)];
  const added = after.filter((right) => !before.includes(right));
  const removed = before.filter((right) => !after.includes(right));
  const others = fields.filter((name): name is keyof RoleValues => name !== 'permissions' && name in labels);
  const rights = [
    ...added.map((right) => `+ ${rightName(right, t)}`),
    ...removed.map((right) => `− ${rightName(right, t)}`),
  ];
  const counts = [
    ...(added.length > 0 ? [t('roles.added', { count: added.length })] : []),
    ...(removed.length > 0 ? [t('roles.removed', { count: removed.length })] : []),
  ];
  return {
    title: others.length > 0 ? t('roles.changes', { count: others.length + rights.length }) : counts.join(', '),
    names: [...others.map((name) => labels[name]), ...rights],
  };
}

type DeleteRoleProps = {
  role: Role /** The page to go to afterwards. */;
  list: string /** Why the role cannot be changed. */;
  wider: string | undefined;
};

/** Deletes a role that nobody has, after asking. */
function DeleteRole({ role: { role_id, name, user_count }, list, wider }: DeleteRoleProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayDelete = useMay(roleApi.delete);
  const inUse = user_count > 0 ? t('roles.inUse', { count: user_count, shown: format.figure(user_count) }) : wider;
  return (
    <DeleteRecord
      words={useDeleteWords('roles', name)}
      unavailable={mayDelete ? inUse : t('roles.mayNotDelete')}
      id={role_id}
      remove={() => api(roleApi.delete, { params: { role_id } })}
      list={list}
      changed={changedByRole}
    >
      <p>{t('roles.deleteText')}</p>
    </DeleteRecord>
  );
}
