import { cloneForm, type EvaluationForm, evaluationFormApi, exportForm } from '@shared/contract/evaluation-forms';
import { useMutation } from '@tanstack/react-query';
import { Copy, Ellipsis, Power, Share, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { addressOf, api, versioned } from '../../api/api';
import { changedByForm } from '../../api/cache/evaluation-forms';
import { idIn } from '../../api/id-in';
import { refresh } from '../../core/query-client';
import { useHolds } from '../../core/session';
import { DeleteRecord } from '../../form/delete-record';
import { useDeleteWords } from '../../form/use-delete-words';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem } from '../../ui/menu';
import { toast } from '../../ui/toast';
import { saveFile } from '../call';
import type { Designer } from './designer/use-designer';
import { useIsUsed } from './forms';
import { Versions } from './versions';

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
