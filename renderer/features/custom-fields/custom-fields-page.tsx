import { type CustomField, customFieldApi } from '@shared/contract/custom-fields';
import { GripVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { changedByField } from '../../api/cache/custom-fields';
import { useMay } from '../../core/session';
import { OnOff } from '../../form/fields';
import { recordOf } from '../../form/record';
import { DeleteOf, recordPages } from '../../form/record-pages';
import type { FormOf } from '../../form/use-field';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import styles from './custom-fields-page.module.css';
import { FieldFields, fieldLabels } from './field-fields';
import { FieldPreview } from './field-preview';
import { useFields, useMoveField, useUsage } from './fields';
import { type FieldValues, fieldValuesOf, newField } from './values';

const look: Look<CustomField> = {
  columns: [
    {
      id: 'grip',
      cell: () => (
        <span className={styles.grip} data-grip>
          <Icon of={GripVertical} size={14} />
        </span>
      ),
    },
    { id: 'name', cell: ({ name }) => name },
    { id: 'kind', cell: (record) => <Kind {...record} /> },
    { id: 'description', cell: ({ description }) => description },
    { id: 'enable', cell: (record) => <InUse {...record} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ field_id }) => field_id,
  texts: new Set(['grip', 'name', 'kind', 'description', 'enable']),
};

function Kind({ type, options }: CustomField) {
  const { t } = useTranslation();
  const kind = t(`customFields.kinds.${type}`);
  return type === 'option' ? t('customFields.kindWithCount', { kind, count: options.length }) : kind;
}

function InUse({ enable }: CustomField) {
  const { t } = useTranslation();
  return enable ? t('customFields.inUse') : <span className={styles.off}>{t('customFields.notInUse')}</span>;
}

/** The custom fields in the order in which calls show them. Without a search, they can be moved. */
function FieldList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const { search, setSearch } = useSearch();
  const mayEdit = useMay(customFieldApi.create);
  const move = useMoveField();
  const onMove = ({ field_id, name }: CustomField, to: number) =>
    move.mutateAsync(
      { field_id, to },
      {
        onSuccess: () => toast(t('customFields.moved', { name, place: to + 1 })),
        onError: (error) => toast(refusalText(error), 'note'),
      },
    );
  return (
    <ListPage
      title={t('customFields.title')}
      look={look}
      list={useFields(search)}
      search={{ text: search, label: t('customFields.search'), onChange: setSearch }}
      columns={[
        { id: 'grip', name: t('customFields.order'), quiet: true },
        { id: 'name', name: t('customFields.name') },
        { id: 'kind', name: t('customFields.kind') },
        { id: 'description', name: t('customFields.description') },
        { id: 'enable', name: t('customFields.state') },
      ]}
      words={useSearchedWords('customFields', search)}
      add={
        <AddButton unavailable={mayEdit ? undefined : t('customFields.mayNotEdit')}>{t('customFields.add')}</AddButton>
      }
      onOpen={({ field_id }) => void navigate(field_id)}
      onMove={mayEdit && search === '' ? onMove : undefined}
    />
  );
}

/** Nobody can give a value to a choice field without choices. The API accepts one, because a tool may add them later. */
const withChoices = (rules: z.ZodObject) =>
  rules.superRefine((values, { addIssue }) => {
    const { fieldset_dropdown_value_settings: choices } = values as Partial<FieldValues>;
    if (choices?.options.length !== 0) return;
    const path = ['fieldset_dropdown_value_settings', 'options'];
    addIssue({ code: 'custom', path, message: 'choices_missing', input: values });
  });

const of = { part: 'customFields', path: '/admin/custom-fields', changed: changedByField } as const;

/** Administration, Custom fields: the list, and each field as a page. */
export const CustomFieldsPage = recordPages({
  ...of,
  kind: 'custom_field',
  api: customFieldApi,
  list: FieldList,
  blank: newField,
  valuesOf: fieldValuesOf,
  labels: fieldLabels,
  rules: {
    create: withChoices(recordOf(customFieldApi.create).rules),
    update: withChoices(recordOf(customFieldApi.update).rules),
  },
  Fields: FieldFields,
  preview: ({ form }) => <FieldPreview form={form} />,
  Actions: FieldActions,
});

type ActionsProps = { form: FormOf<FieldValues>; record: CustomField; readOnly: boolean };

/** Deletes a field that has no values on calls, after asking. */
function FieldActions({ form, record: { field_id, name }, readOnly }: ActionsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = useUsage(field_id)?.call_count;
  const inUse = count ? t('customFields.onCalls', { count, shown: format.figure(count) }) : undefined;
  return (
    <>
      <OnOff<FieldValues> form={form} name="enable" label={t('customFields.inUse')} readOnly={readOnly} atEnd />
      <DeleteOf {...of} operation={customFieldApi.delete} id={field_id} name={name} inUse={inUse}>
        <p>{t(count === undefined ? 'customFields.deleteUnknown' : 'customFields.deleteNoCalls')}</p>
      </DeleteOf>
    </>
  );
}
