import { type User, userApi } from '@shared/contract/users';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../api/api';
import { changedByUser } from '../../api/cache/users';
import type { Stored } from '../../api/record';
import { refresh } from '../../core/query-client';
import { useHolds, useSignedIn } from '../../core/session';
import { DeleteRecord } from '../../form/delete-record';
import { OnOff } from '../../form/fields';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { useApiForm } from '../../form/use-api-form';
import { useDeleteWords } from '../../form/use-delete-words';
import { useFormValues } from '../../form/use-form-values';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import { LinkCalls, useMayLink } from '../agent-links';
import { BeginView, RoleInWords, useMayViewAs } from '../roles';
import { useWhyNotAdd, useWhyNotChange } from './rights';
import { SeatsOnceSaved } from './seats';
import { UserFields } from './user-fields';
import styles from './user-page.module.css';
import { allSections, type Section, type UserValues, useNewValues, userValuesOf, useUserLabels } from './user-values';
import { oneUser, useCallsOf, useEveryRole } from './users';

const list = '/admin/users';

/** The page of a new user. */
export function NewUserPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const labels = useUserLabels();
  const values = useNewValues();
  const unavailable = useWhyNotAdd();
  const form = useApiForm(userApi.create, {
    values,
    sections: allSections.filter((section) => section in values),
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
  const labels = useUserLabels();
  const unavailable = useWhyNotChange(user);
  const isSelf = useSignedIn().user.user_id === user.user_id;
  const role = useEveryRole()?.find(({ role_id }) => role_id === user.role_id);
  const { user_id } = user;
  const sees = (section: Section) => user[section] !== undefined;
  const form = useApiForm(userApi.update, {
    values: userValuesOf(user),
    sections: allSections.filter(sees),
    params: { user_id },
    version,
    stored: { options: oneUser.options(user_id), valuesOf: userValuesOf },
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

type UserPreviewProps = {
  user: User | null;
  values: UserValues;
  /** Changes that are not saved, which a view would not show. */
  isChanged?: boolean;
  /** Why the fields, such as the role, cannot be filled in. */
  unavailable?: string | undefined;
};

/** The abilities of a user, the licences that will be taken, and the state of the key pair. */
function UserPreview({ user, values, isChanged = false, unavailable }: UserPreviewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { user: self } = useSignedIn();
  const mayView = useMayViewAs();
  const mayLink = useMayLink();
  const seesRoles = useHolds('roles:view');
  const role = useEveryRole()?.find(({ role_id }) => role_id === values.role_id);
  const setAt = user?.fieldset_login?.password_set_at;
  return (
    <>
      {role ? (
        <RoleInWords role={role} />
      ) : (
        <p className={styles.quiet}>{unavailable ?? t(seesRoles ? 'users.chooseRole' : 'users.roleUnseen')}</p>
      )}
      {user && mayView && user.user_id !== self.user_id && (
        <div className={styles.view}>
          <BeginView person={user} unavailable={isChanged ? t('users.viewSaved') : undefined} />
        </div>
      )}
      {user && mayLink && (
        <section className={styles.part}>
          <h2 className={styles.title}>{t('agentLinks.section')}</h2>
          <LinkCalls user={user} />
        </section>
      )}
      {values.fieldset_licensing && (
        <section className={styles.part}>
          <h2 className={styles.title}>{t('users.seatsOnceSaved')}</h2>
          <SeatsOnceSaved user={user} held={values.fieldset_licensing} isActive={values.is_active} />
        </section>
      )}
      {user?.fieldset_login && (
        <section className={styles.part}>
          <h2 className={styles.title}>{t('users.column.keyPair')}</h2>
          {setAt ? (
            <p className={styles.ready}>
              <Icon of={CircleCheck} size={14} />
              {t('users.keyPairSince', { day: format.day(setAt) })}
            </p>
          ) : (
            <p className={styles.quiet}>{t('users.noKeyPair')}</p>
          )}
        </section>
      )}
    </>
  );
}

type DeleteUserProps = {
  user: User /** The page to go to afterwards. */;
  list: string /** Why the user cannot be changed. */;
  wider: string | undefined;
};

/** Deletes a user who is on no call, after asking. */
function DeleteUser({ user: { user_id, name }, list, wider }: DeleteUserProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayDelete = useHolds('users:delete');
  const own = useSignedIn().user.user_id === user_id;
  const calls = useCallsOf(user_id);
  const onCalls = calls ? t('users.onCalls', { count: calls, shown: format.figure(calls) }) : undefined;
  return (
    <DeleteRecord
      words={useDeleteWords('users', name)}
      unavailable={!mayDelete ? t('users.mayNotDelete') : own ? t('users.deleteSelf') : (wider ?? onCalls)}
      id={user_id}
      remove={() => api(userApi.delete, { params: { user_id } })}
      list={list}
      changed={changedByUser}
    >
      <p>{t('users.deleteText')}</p>
    </DeleteRecord>
  );
}
