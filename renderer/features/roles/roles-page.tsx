import { type Role, roleApi } from '@shared/contract/roles';
import { isOneOf } from '@shared/one-of';
import { type AccessLevel, isWider, type Permission, type Permissions } from '@shared/permissions';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useNavigate, useSearchParams } from 'react-router';
import { changedByRole } from '../../api/cache/roles';
import { refresh } from '../../core/query-client';
import { useMay, useSignedIn } from '../../core/session';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { useApiForm } from '../../form/use-api-form';
import { useFormValues } from '../../form/use-form-values';
import { useFormat } from '../../i18n/use-format';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import { Button } from '../../ui/button';
import { Menu, MenuItem } from '../../ui/menu';
import { toast } from '../../ui/toast';
import { asPermissions, rightsIn } from './rights';
import { RoleFields, type RoleValues, useReachText, useRoleLabels } from './role-fields';
import { RoleInWords } from './role-in-words';
import { RolePage } from './role-page';
import type { RoleRights } from './role-words';
import { oneRole, useRoles } from './roles';
import styles from './roles-page.module.css';

/** Administration, Roles: the list, and each role as a page. */
export const RolesPage = () => (
  <Routes>
    <Route index element={<RoleList />} />
    <Route path="new" element={<NewRolePage />} />
    <Route path=":role_id" element={<RolePage />} />
  </Routes>
);

const look: Look<Role> = {
  columns: [
    { id: 'name', cell: ({ name }) => name },
    { id: 'reach', cell: (record) => <Reach {...record} /> },
    { id: 'people', cell: (record) => <People {...record} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ role_id }) => role_id,
  texts: new Set(['name', 'reach']),
};

function Reach({ access_level }: Role) {
  return useReachText()(access_level);
}

function People({ user_count }: Role) {
  const format = useFormat();
  return format.figure(user_count);
}

/** The roles, with a search by name. */
function RoleList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const mayAdd = useMay(roleApi.create);
  const unavailable = mayAdd ? undefined : t('roles.mayNotEdit');
  const add = (
    <>
      {mayAdd && (
        <Menu label={t('roles.startFrom')} trigger={<Button look="quiet">{t('roles.startFrom')}</Button>}>
          {templateIds.map((id) => (
            <MenuItem
              key={id}
              hint={t(`roles.templateText.${id}`)}
              onAction={() => void navigate(`new?template=${id}`)}
            >
              {t(`roles.template.${id}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
      <AddButton unavailable={unavailable}>{t('roles.add')}</AddButton>
    </>
  );
  return (
    <ListPage
      title={t('roles.title')}
      look={look}
      list={useRoles(search)}
      search={{ text: search, label: t('roles.search'), onChange: setSearch }}
      columns={[
        { id: 'name', name: t('roles.name') },
        { id: 'reach', name: t('roles.reachOf') },
        { id: 'people', name: t('roles.people') },
      ]}
      words={useSearchedWords('roles', search)}
      add={add}
      onOpen={({ role_id }) => void navigate(role_id)}
    />
  );
}

const list = '/admin/roles';

/** The page of a new role, empty, as a copy of another one (`?copy=<id>`), or from a template (`?template=<id>`). */
function NewRolePage() {
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
  const labels = useRoleLabels();
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

type Template = { access_level: AccessLevel; rights: readonly Permission[] };

/** What everybody needs who hears calls and sees evaluations. */
const common = [
  'calls:view',
  'calls:playback',
  'call_notes:view',
  'call_categories:view',
  'custom_fields:view',
  'evaluation_reports:view',
] as const satisfies readonly Permission[];

/** What scores and comments need. None of them deletes, and none sees confidential calls. */
const judging = [
  ...common,
  'calls:categorize',
  'calls:add_notes',
  'call_notes:edit',
  'clients:view',
  'users:view',
  'groups:view',
  'evaluation_forms:view',
  'evaluation_reports:edit',
  'reports:view',
  'reports:run',
] as const satisfies readonly Permission[];

const templates = {
  evaluator: { access_level: 'tenant', rights: judging },
  team_lead: {
    access_level: 'managed_groups',
    rights: [...judging, 'calls:edit', 'calls:download', 'reports:edit'],
  },
  agent: {
    access_level: 'user',
    rights: [...common, 'calls:add_notes', 'calls:pause_recording', 'calls:on_demand_trigger'],
  },
} as const satisfies Record<string, Template>;

type TemplateId = keyof typeof templates;

/** Ready roles to start from. */
const templateIds = Object.keys(templates) as TemplateId[];

/** A template, as far as its user's `own` role can give it: without rights it lacks, and with no wider reach. */
function templateFor(id: TemplateId, own: RoleRights): { access_level: AccessLevel; permissions: Permissions } {
  const { access_level, rights }: Template = templates[id];
  const held = rightsIn(own.permissions);
  return {
    access_level: isWider(access_level, own.access_level) ? own.access_level : access_level,
    permissions: asPermissions(rights.filter((right) => held.includes(right))),
  };
}
