import { type EvaluationForm, evaluationFormApi } from '@shared/contract/evaluation-forms';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, versioned } from '../../../api/api';
import { changedByForm } from '../../../api/cache/evaluation-forms';
import { idIn } from '../../../api/id-in';
import { isRefusal } from '../../../api/refusal';
import { refresh } from '../../../core/query-client';
import { placed } from '../../../form/record';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { toast } from '../../../ui/toast';
import { type Draft, draftOf, type FormContent, sentOf, withIds } from './draft';
import { placeInForm } from './edits';
import { checkedBy, faultsAt, firstFault } from './faults';
import type { Designer } from './use-designer';

const fields = ['name', 'description', 'pass_threshold', 'sections'];
/** What the contract takes; its rules were checked. */
type Body = { evaluation_form: FormContent & { sections: never[] } };

/**
 * Sends a draft: a new form, or the next revision of one. Each message appears at its field, and the first part with
 * one is opened.
 */
export function usePublish(designer: Designer, form_id: string | null, onCreated?: (form_id: string) => void) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const operation = form_id === null ? evaluationFormApi.create : evaluationFormApi.update;

  const show = (paths: Parameters<typeof faultsAt>[0], draft: Draft) => {
    const faults = faultsAt(paths, draft);
    designer.setFaults(faults);
    const first = firstFault(faults, draft);
    if (first === undefined) return;
    if (first === 'form') designer.setWanted('form');
    else designer.actions.open(first);
  };
  const save = useMutation({
    gcTime: 0,
    mutationFn: async (draft: Draft): Promise<{ form: EvaluationForm; version: string | null } | string> => {
      const body = { evaluation_form: sentOf(draft) } as Body;
      if (form_id === null) {
        const { url } = await api(evaluationFormApi.create, { body });
        return idIn(url);
      }
      const sent = { params: { form_id }, body, version: designer.version() };
      const { answer, version } = await versioned(evaluationFormApi.update, sent);
      return { form: answer.evaluation_form, version };
    },
    onSuccess: (saved, draft) => {
      designer.setFaults({});
      if (typeof saved === 'string') {
        designer.startFrom(draft, null);
        toast(t('forms.added', { name: draft.name }));
        void refresh(changedByForm);
        onCreated?.(saved);
      } else {
        toast(t('forms.published', { name: saved.form.name, revision: saved.form.revision }));
        void refresh(changedByForm);
        // Edits that were made meanwhile are for the next revision.
        const now = draftOf(saved.form);
        const edited = designer.draftNow();
        if (edited !== draft) return designer.keepEdits(withIds(edited, draft, saved.form), now, saved.version);
        // A new part has another key now.
        const place = designer.open === null ? undefined : placeInForm(draft, designer.open);
        const section = draft.sections.findIndex(({ key }) => key === designer.open);
        designer.startFrom(now, saved.version);
        const open = place ? now.sections[place.section]?.questions[place.at] : now.sections[section];
        if (open) designer.actions.open(open.key);
      }
    },
    onError: (error, draft) => {
      const details = isRefusal(error) ? error.details : {};
      show(Object.fromEntries(placed(details, 'evaluation_form', fields).known), draft);
    },
  });
  const isStale = isRefusal(save.error, 412);
  const hasPlaces = isRefusal(save.error) && placed(save.error.details, 'evaluation_form', fields).known.length > 0;
  return {
    busy: save.isPending,
    isStale,
    /** The refusal in one sentence, unless a field shows it. */
    said: save.error === null || isStale || hasPlaces ? null : refusalText(save.error),
    reset: save.reset,
    run: () => {
      const { draft } = designer;
      const paths = checkedBy(operation, sentOf(draft));
      if (Object.keys(paths).length > 0) show(paths, draft);
      else save.mutate(draft);
    },
  };
}
