import {
  cloneForm,
  type EvaluationForm,
  evaluationFormApi,
  exportForm,
  type FormQuestion,
} from '@shared/contract/evaluation-forms';
import type { Condition } from '@shared/evaluation/conditions';
import { useMutation } from '@tanstack/react-query';
import { ArrowRight, Copy, Ellipsis, History, Power, Share, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { addressOf, api, versioned } from '../../api/api';
import { changedByForm } from '../../api/cache/evaluation-forms';
import { idIn } from '../../api/id-in';
import { useFormRevision } from '../../core/form-revision';
import { refresh } from '../../core/query-client';
import { useHolds } from '../../core/session';
import { DeleteRecord } from '../../form/delete-record';
import { useDeleteWords } from '../../form/use-delete-words';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem } from '../../ui/menu';
import { SelectField } from '../../ui/select-field';
import { toast } from '../../ui/toast';
import { saveFile } from '../call';
import { type Difference, differencesOf, type FieldChange } from './compare';
import { type DraftOption, draftOf, type FormContent, sentOf } from './designer/draft';
import type { Designer } from './designer/use-designer';
import styles from './form-actions.module.css';
import { useIsUsed } from './forms';

type Props = {
  form: EvaluationForm;
  designer: Designer /** Why this user cannot change it. */;
  mayNotEdit: string | undefined;
};

const list = '/admin/evaluation-forms';

/** The actions on a form besides changing its questions. */
export function FormActions({ form, designer, mayNotEdit }: Props) {
  const { t } = useTranslation();
  const mayDelete = useHolds('evaluation_forms:delete') && mayNotEdit === undefined;
  const isUsed = useIsUsed(form.form_id);
  const { duplicate, activate } = useActionsOn(form, designer);
  const { form_id, name, is_active } = form;
  return (
    <>
      <Versions form={form} designer={designer} readOnly={mayNotEdit !== undefined} />
      <DeleteRecord
        words={useDeleteWords('forms', name)}
        id={form_id}
        remove={() => api(evaluationFormApi.delete, { params: { form_id } }).then(designer.forget)}
        list={list}
        changed={changedByForm}
        trigger={(ask) => (
          <Menu
            label={t('forms.more')}
            trigger={
              <IconButton label={t('forms.more')}>
                <Icon of={Ellipsis} />
              </IconButton>
            }
          >
            {mayNotEdit === undefined && (
              <MenuItem icon={<Icon of={Power} />} onAction={() => activate.mutate(!is_active)}>
                {t(is_active ? 'forms.deactivate' : 'forms.activate')}
              </MenuItem>
            )}
            {mayNotEdit === undefined && (
              <MenuItem icon={<Icon of={Copy} />} onAction={() => duplicate.mutate()}>
                {t('forms.duplicate')}
              </MenuItem>
            )}
            <MenuItem icon={<Icon of={Share} />} onAction={() => void saveFile(addressOf(exportForm, { form_id }))}>
              {t('forms.export')}
            </MenuItem>
            {mayDelete && (
              <MenuItem icon={<Icon of={Trash2} />} onAction={ask} unavailable={isUsed ? t('forms.isUsed') : undefined}>
                {t('forms.delete')}
              </MenuItem>
            )}
          </Menu>
        )}
      >
        <p>{t('forms.deleteText')}</p>
      </DeleteRecord>
    </>
  );
}

function useActionsOn({ form_id, name }: EvaluationForm, designer: Designer) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const onError = (error: unknown) => toast(refusalText(error), 'note');
  const duplicate = useMutation({
    gcTime: 0,
    mutationFn: () => {
      const copy = t('forms.copyOf', { name }).slice(0, 256);
      return api(cloneForm, { params: { form_id }, body: { evaluation_form: { name: copy } } });
    },
    onSuccess: async ({ url }) => {
      await refresh(changedByForm);
      toast(t('forms.duplicated', { name }));
      await navigate(`${list}/${idIn(url)}`);
    },
    onError,
  });
  const activate = useMutation({
    gcTime: 0,
    mutationFn: (is_active: boolean) =>
      versioned(evaluationFormApi.update, {
        params: { form_id },
        body: { evaluation_form: { is_active } },
        version: designer.version(),
      }),
    onSuccess: ({ answer, version }) => {
      designer.catchUp(version);
      toast(t(answer.evaluation_form.is_active ? 'forms.activated' : 'forms.deactivated', { name }));
      return refresh(changedByForm);
    },
    onError,
  });
  return { duplicate, activate };
}

type VersionsProps = { form: EvaluationForm; designer: Designer; readOnly: boolean };

const draftId = 'draft';

/** Every version of a form: compares two of them, or one with the draft, and goes back to one. */
function Versions(props: VersionsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" icon={<Icon of={History} />} onPress={() => setOpen(true)}>
        {t('forms.versions')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('forms.versionsOf', { name: props.form.name })}
        width={560}
      >
        <Comparison {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Comparison({ form, designer, readOnly, onClose }: VersionsProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { form_id, revision } = form;
  const { isChanged, draft } = designer;
  const [from, setFrom] = useState(isChanged ? revision : Math.max(1, revision - 1));
  const [to, setTo] = useState(isChanged ? draftId : String(revision));
  const before = useFormRevision(form_id, from);
  const stored = useFormRevision(form_id, to === draftId ? revision : Number(to));
  const after = to === draftId ? sentOf(draft) : stored.data;
  const revisions = Array.from({ length: revision }, (_, at) => revision - at).map((number) => ({
    id: String(number),
    name:
      number === revision ? t('forms.currentVersion', { revision: number }) : t('forms.version', { revision: number }),
  }));
  const error = before.error ?? stored.error;
  const use = () => {
    const content = before.data;
    if (content) designer.actions.edit(() => draftOf(content));
    onClose();
  };
  return (
    <div className={styles.versions}>
      <div className={styles.pair}>
        <SelectField
          label={t('forms.from')}
          value={String(from)}
          onChange={(id) => setFrom(Number(id))}
          choices={revisions}
        />
        <Icon of={ArrowRight} />
        <SelectField
          label={t('forms.to')}
          value={to}
          onChange={setTo}
          choices={isChanged ? [{ id: draftId, name: t('forms.draft') }, ...revisions] : revisions}
        />
      </div>
      {error && <FormMessage>{refusalText(error)}</FormMessage>}
      {before.data && after && (
        <Differences all={differencesOf(before.data, after)} titles={titlesIn(before.data, after)} />
      )}
      <div className={styles.actions}>
        {!readOnly && (isChanged || from !== revision) && (
          <Button onPress={use}>{t('forms.useVersion', { revision: from })}</Button>
        )}
        <Button look="ink" onPress={onClose}>
          {t('forms.close')}
        </Button>
      </div>
    </div>
  );
}

/** The titles of questions by the keys that conditions refer to, in the later of two versions before the earlier one. */
type Titles = ReadonlyMap<string, string>;
const titlesIn = (...forms: FormContent[]): Titles =>
  new Map(
    forms.flatMap(({ sections }) =>
      sections.flatMap(({ questions }) =>
        questions.flatMap(({ key, title }) => (key === null ? [] : [[key, title] as const])),
      ),
    ),
  );

/** The differences between two versions in words. */
function Differences({ all, titles }: { all: readonly Difference[]; titles: Titles }) {
  const { t } = useTranslation();
  if (all.length === 0) return <p className={styles.same}>{t('forms.same')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys can only do where the focus is
    <ul className={styles.list} aria-label={t('forms.differences')} tabIndex={0}>
      {all.map(({ of, kind, number, name, fields }) => (
        <li key={`${of} ${kind} ${number}`} className={styles.difference} data-kind={kind}>
          <p className={styles.what}>
            <span className={styles.number} data-figures>
              {number}
            </span>
            <span className={styles.name}>{name.trim() || t('forms.untitled')}</span>
            <span className={styles.kind}>{t(`forms.kindsOfChange.${kind}`)}</span>
          </p>
          {fields.map((field) => (
            <Field key={field.field} {...field} titles={titles} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function Field({ field, before, after, titles }: FieldChange & { titles: Titles }) {
  const { t } = useTranslation();
  const valueText = useValueText(titles);
  return (
    <p className={styles.field}>
      <span>{t(`forms.fields.${field}`)}</span> <s>{valueText(field, before)}</s> {valueText(field, after)}
    </p>
  );
}

function useValueText(titles: Titles) {
  const { t } = useTranslation();
  const format = useFormat();
  const conditionText = useConditionText(titles);
  const marks = ['fails_form', 'fails_section', 'comment_required'] as const;
  const optionText = (option: DraftOption) => {
    const { label, points } = option;
    const said = marks.filter((mark) => option[mark]).map((mark) => t(`forms.marks.${mark}`));
    const figures = `${label} ${points === null ? '–' : format.figure(points)}`;
    return said.length > 0 ? `${figures} (${format.list(said)})` : figures;
  };
  return (field: FieldChange['field'], value: unknown): string => {
    if (value === null || value === '') return t(field === 'show_if' ? 'forms.always' : 'forms.none');
    if (field === 'show_if') return conditionText(value as Condition);
    if (typeof value === 'number') return format.figure(value);
    if (field === 'is_scored') return t(value ? 'forms.withPoints' : 'forms.noPoints');
    if (field === 'moment_required') return t(value ? 'forms.needed' : 'forms.notNeeded');
    if (typeof value === 'boolean') return t(value ? 'forms.allowed' : 'forms.notAllowed');
    if (Array.isArray(value))
      return value.length === 0 ? t('forms.none') : (value as DraftOption[]).map(optionText).join(', ');
    return field === 'type' ? t(`forms.kinds.${value as FormQuestion['type']}`) : String(value);
  };
}

/** A condition as a sentence. */
function useConditionText(titles: Titles) {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ key, any_of, at_least, at_most }: Condition): string => {
    const question = titles.get(key) ?? key;
    if (any_of) {
      const answers = any_of.map((one) => (typeof one === 'number' ? format.figure(one) : one));
      return t('forms.sentenceOf', { question, answers: format.list(answers, 'or') });
    }
    const bounds = [
      ...(at_least === undefined ? [] : [t('forms.atLeastText', { value: format.figure(at_least) })]),
      ...(at_most === undefined ? [] : [t('forms.atMostText', { value: format.figure(at_most) })]),
    ];
    return t('forms.sentenceBounds', { question, bounds: format.list(bounds) });
  };
}
