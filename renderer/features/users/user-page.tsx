import { type User, userApi } from '@shared/contract/users';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { changedByUser } from '../../api/cache/users';
import type { Stored } from '../../api/record';
import { refresh } from '../../core/query-client';
import { useSignedIn } from '../../core/session';
import { OnOff } from '../../form/fields';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { useApiForm } from '../../form/use-api-form';
import { useFormValues } from '../../form/use-form-values';
import { toast } from '../../ui/toast';
import { DeleteUser } from './delete-user';
import { useWhyNotAdd, useWhyNotChange } from './rights';
import { UserFields } from './user-fields';
import { UserPreview } from './user-preview';
import { type Section, sections, useLabels, useNewValues, valuesOf } from './user-values';
import { oneUser, useEveryRole } from './users';

const list = '/admin/users';

/** The page of a new user. */
export function NewUserPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const labels = useLabels();
  const values = useNewValues();
  const unavailable = useWhyNotAdd();
  const form = useApiForm(userApi.create, {
    values,
    sections: sections.filter((section) => section in values),
    blank: ['fieldset_login.password'],
    onSaved: async (_, { name }) => {
      toast(t('users.added', { name }));
      await refresh(changedByUser);
      void navigate(list, { replace: true });
    },
  });
  const typed = useFormValues(form);
  return (
    <FormPage
      form={form}
      crumb={{ name: t('users.title'), to: list }}
      title={t('users.new')}
      labels={labels}
      save={t('users.save')}
      unavailable={unavailable}
      preview={<UserPreview user={null} values={typed} unavailable={unavailable} />}
      previewTitle={t('users.canNew')}
    >
      <UserFields
        form={form}
        unavailable={unavailable}
        user={null}
        sees={(section) => section in values}
        onChanged={() => {}}
      />
    </FormPage>
  );
}

/** The page of an existing user. */
export function UserPage() {
  const { t } = useTranslation();
  const { user_id = '' } = useParams();
  const { data, error, refetch } = oneUser.useRecord(user_id);
  if (data) return <Editor key={user_id} {...data} />;
  return <RecordPending error={error} failed={t('users.failedOne')} onRetry={() => void refetch()} />;
}

function Editor({ record: user, version }: Stored<User>) {
  const { t } = useTranslation();
  const labels = useLabels();
  const unavailable = useWhyNotChange(user);
  const isSelf = useSignedIn().user.user_id === user.user_id;
  const role = useEveryRole()?.find(({ role_id }) => role_id === user.role_id);
  const { user_id } = user;
  const sees = (section: Section) => user[section] !== undefined;
  const form = useApiForm(userApi.update, {
    values: valuesOf(user),
    sections: sections.filter(sees),
    params: { user_id },
    version,
    stored: { options: oneUser.options(user_id), valuesOf },
    draft: `user ${user_id}`,
    onSaved: (_, { name }) => {
      toast(t('users.saved', { name }));
      void refresh(changedByUser);
    },
  });
  const values = useFormValues(form);
  return (
    <FormPage
      form={form}
      crumb={{ name: t('users.title'), to: list }}
      title={user.name}
      badge={role?.name}
      labels={{ ...labels, is_active: t(values.is_active ? 'users.activated' : 'users.deactivated') }}
      save={t('users.save')}
      unavailable={unavailable}
      actions={
        <>
          <OnOff
            form={form}
            name="is_active"
            label={t('users.active')}
            unavailable={unavailable ?? (isSelf ? t('users.deactivateSelf') : undefined)}
            atEnd
          />
          <DeleteUser user={user} list={list} wider={unavailable} />
        </>
      }
      preview={<UserPreview user={user} values={values} isChanged={form.changes.length > 0} />}
      previewTitle={t('users.can', { name: user.name })}
    >
      <UserFields form={form} unavailable={unavailable} user={user} sees={sees} onChanged={form.catchUp} />
    </FormPage>
  );
}
