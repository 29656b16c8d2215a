import { type EvaluationForm, evaluationFormApi } from '@shared/contract/evaluation-forms';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useLocation, useNavigate, useParams } from 'react-router';
import { type Stored, useReadAgain } from '../../api/record';
import { useMay } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { RecordPending } from '../../form/record-pending';
import { Button } from '../../ui/button';
import { Designer, Notice } from './designer/designer';
import { draftOf, type FormContent, newDraft } from './designer/draft';
import { useDesigner } from './designer/use-designer';
import { usePublish } from './designer/use-publish';
import { FormActions } from './form-actions';
import { FormList } from './form-list';
import { oneForm } from './forms';

/** Administration, Evaluation forms: the list, and each form as a page. */
export const EvaluationFormsPage = () => (
  <Routes>
    <Route index element={<FormList />} />
    <Route path="new" element={<NewFormPage />} />
    <Route path=":form_id" element={<EvaluationFormPage />} />
  </Routes>
);

const list = '/admin/evaluation-forms';

/** Why this user cannot change forms; undefined if they can. */
function useMayNotEdit(): string | undefined {
  const { t } = useTranslation();
  const readingOnly = useReadingOnly();
  const mayEdit = useMay(evaluationFormApi.update);
  return readingOnly ?? (mayEdit ? undefined : t('forms.mayNotEdit'));
}

/** The page of a new form, which may start from an example. */
function NewFormPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayNot = useMayNotEdit();
  const { state } = useLocation() as { state: { example?: FormContent } | null };
  const [stored, start] = useMemo(() => {
    const empty = newDraft();
    return [empty, state?.example ? draftOf(state.example) : empty];
  }, [state]);
  const designer = useDesigner({ start, stored, version: null, name: 'new evaluation form' });
  const publish = usePublish(designer, null, (form_id) => void navigate(`${list}/${form_id}`, { replace: true }));
  return (
    <Designer
      designer={designer}
      title={t('forms.new')}
      badge={undefined}
      publish={{ ...publish, text: t('forms.publish', { revision: 1 }), unavailable: mayNot }}
      notice={publish.said !== null && <Notice text={publish.said} />}
      readOnly={mayNot !== undefined}
    />
  );
}

/** The page of a form. */
function EvaluationFormPage() {
  const { t } = useTranslation();
  const { form_id = '' } = useParams();
  const { data, error, refetch } = oneForm.useRecord(form_id);
  if (data) return <Editor key={form_id} {...data} />;
  return <RecordPending error={error} failed={t('forms.failedOne')} onRetry={() => void refetch()} />;
}

function Editor({ record: form, version }: Stored<EvaluationForm>) {
  const { t } = useTranslation();
  const readAgain = useReadAgain();
  const mayNot = useMayNotEdit();
  const { form_id, revision } = form;
  const stored = useMemo(() => draftOf(form), [form]);
  const designer = useDesigner({ start: stored, stored, version, name: `evaluation form ${form_id}` });
  const publish = usePublish(designer, form_id);
  // The form was read again, because an older one was cached. A draft stays, and is refused when it is published.
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    if (designer.version() !== version && !designer.hasUnsaved()) designer.startFrom(stored, version);
  });
  const reload = async () => {
    const now = await readAgain(oneForm.options(form_id));
    designer.startFrom(draftOf(now.record), now.version);
    publish.reset();
  };
  const next = revision + 1;
  return (
    <Designer
      designer={designer}
      title={form.name}
      badge={designer.isChanged ? t('forms.draftOf', { revision: next }) : t('forms.version', { revision })}
      publish={{ ...publish, text: t('forms.publish', { revision: next }), unavailable: mayNot }}
      notice={
        publish.isStale ? (
          <Notice text={t('forms.stale')}>
            <Button onPress={() => void reload()}>{t('forms.reload')}</Button>
          </Notice>
        ) : (
          publish.said !== null && <Notice text={publish.said} />
        )
      }
      actions={<FormActions form={form} designer={designer} mayNotEdit={mayNot} />}
      readOnly={mayNot !== undefined}
    />
  );
}
