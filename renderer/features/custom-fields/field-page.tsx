import { type CustomField, customFieldApi } from '@shared/contract/custom-fields';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { changedByField } from '../../api/cache/custom-fields';
import type { Stored } from '../../api/record';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';
import { OnOff } from '../../form/fields';
import { FormPage } from '../../form/form-page';
import { recordOf } from '../../form/record';
import { RecordPending } from '../../form/record-pending';
import { useApiForm } from '../../form/use-api-form';
import { useFormValues } from '../../form/use-form-values';
import { toast } from '../../ui/toast';
import { DeleteField } from './delete-field';
import { FieldFields, useLabels } from './field-fields';
import { FieldPreview } from './field-preview';
import { oneField } from './fields';
import { type FieldValues, newField, valuesOf } from './values';

const list = '/admin/custom-fields';

/** Nobody can give a value to a choice field without choices. The API accepts one, because a tool may add them later. */
const withChoices = (rules: z.ZodObject) =>
  rules.superRefine((values, { addIssue }) => {
    const { fieldset_dropdown_value_settings: choices } = values as Partial<FieldValues>;
    if (choices?.options.length !== 0) return;
    const path = ['fieldset_dropdown_value_settings', 'options'];
    addIssue({ code: 'custom', path, message: 'choices_missing', input: values });
  });
const newRules = withChoices(recordOf(customFieldApi.create).rules);
const changeRules = withChoices(recordOf(customFieldApi.update).rules);

/** The page of a new custom field. */
export function NewFieldPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const labels = useLabels();
  const mayEdit = useMay(customFieldApi.create);
  const form = useApiForm(customFieldApi.create, {
    values: newField,
    draft: 'new custom field',
    rules: newRules,
    onSaved: async (_, { name }) => {
      toast(t('customFields.added', { name }));
      await refresh(changedByField);
      void navigate(list, { replace: true });
    },
  });
  const values = useFormValues(form);
  return (
    <FormPage
      form={form}
      crumb={{ name: t('customFields.title'), to: list }}
      title={t('customFields.new')}
      labels={labels}
      save={t('customFields.save')}
      unavailable={mayEdit ? undefined : t('customFields.mayNotEdit')}
      preview={<FieldPreview values={values} />}
    >
      <FieldFields form={form} field_id={null} readOnly={!mayEdit} />
    </FormPage>
  );
}

/** The page of an existing custom field. */
export function FieldPage() {
  const { t } = useTranslation();
  const { field_id = '' } = useParams();
  const { data, error, refetch } = oneField.useRecord(field_id);
  if (data) return <Editor key={field_id} {...data} />;
  return <RecordPending error={error} failed={t('customFields.failedOne')} onRetry={() => void refetch()} />;
}

function Editor({ record: field, version }: Stored<CustomField>) {
  const { t } = useTranslation();
  const labels = useLabels();
  const mayEdit = useMay(customFieldApi.update);
  const { field_id } = field;
  const form = useApiForm(customFieldApi.update, {
    values: valuesOf(field),
    params: { field_id },
    version,
    stored: { options: oneField.options(field_id), valuesOf },
    draft: `custom field ${field_id}`,
    rules: changeRules,
    onSaved: (_, { name }) => {
      toast(t('customFields.saved', { name }));
      void refresh(changedByField);
    },
  });
  const values = useFormValues(form);
  return (
    <FormPage
      form={form}
      crumb={{ name: t('customFields.title'), to: list }}
      title={field.name}
      labels={labels}
      save={t('customFields.save')}
      unavailable={mayEdit ? undefined : t('customFields.mayNotEdit')}
      actions={
        <>
          <OnOff<FieldValues> form={form} name="enable" label={t('customFields.inUse')} readOnly={!mayEdit} atEnd />
          <DeleteField field={field} list={list} />
        </>
      }
      preview={<FieldPreview values={values} />}
    >
      <FieldFields form={form} field_id={field_id} readOnly={!mayEdit} />
    </FormPage>
  );
}
