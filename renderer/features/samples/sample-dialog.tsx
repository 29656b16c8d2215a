import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { oneAtATime } from '../../core/one-at-a-time';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useSaid } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { useActiveForms, useAssignment } from '../assignments';
import { DrawnSample } from './drawn-sample';
import { SampleForm } from './sample-form';
import { atFirst, isAmount, sampleOf } from './sample-values';
import { useDraw } from './use-samples';

/** Draws calls for evaluation: what from and how many, then the calls that were drawn, to assign them. */
export function SampleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const say = useSaid();
  const [values, setValues] = useState(atFirst);
  const [alone] = useState(oneAtATime);
  const { mutateAsync, data: sample, isPending, error, reset } = useDraw();
  const { data: forms = [], isSuccess: hasForms } = useActiveForms();
  const assignment = useAssignment({
    calls: sample?.calls ?? [],
    forms,
    onDone: onClose,
    sample_id: sample?.sample_id,
  });
  const tooMany = isRefusal(error) ? error.field('amount') : undefined;
  const new_sample = sampleOf(values);
  const draw = () => new_sample && void alone(() => mutateAsync(new_sample).catch(() => undefined));
  const { amount, method } = values;
  const amountText = isAmount(amount) ? { count: amount, shown: format.figure(amount) } : undefined;
  const canAssign = sample !== undefined && sample.calls.length > 0 && forms.length > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`samples.${titleOf(sample, canAssign)}`)}
      width={560}
      firm
      actions={
        <>
          {sample && (
            <Button key="back" onPress={reset}>
              {t('samples.back')}
            </Button>
          )}
          <Button onPress={onClose}>{t('samples.cancel')}</Button>
          {!sample && (
            <Button
              key="draw"
              look="ink"
              busy={isPending}
              unavailable={amountText ? undefined : t('samples.amountWrong')}
              onPress={draw}
            >
              {amountText ? t(`samples.draw.${method}`, amountText) : t('samples.drawCalls')}
            </Button>
          )}
          {canAssign && (
            <Button
              key="assign"
              look="ink"
              busy={assignment.isPending}
              unavailable={assignment.why}
              onPress={() => assignment.assign(false)}
            >
              {assignment.count === 0
                ? t('samples.assignCalls')
                : t('samples.assign', { count: assignment.count, shown: format.figure(assignment.count) })}
            </Button>
          )}
        </>
      }
    >
      {sample ? (
        <DrawnSample sample={sample} assignment={assignment} forms={hasForms ? forms : undefined} />
      ) : (
        <>
          <SampleForm values={values} onChange={setValues} onSubmit={draw} />
          {error && <FormMessage>{tooMany ? say(tooMany) : refusalText(error)}</FormMessage>}
        </>
      )}
    </Dialog>
  );
}

function titleOf(sample: { calls: readonly unknown[] } | undefined, canAssign: boolean) {
  if (!sample) return 'title';
  if (sample.calls.length === 0) return 'noneTitle';
  return canAssign ? 'assignTitle' : 'drawnTitle';
}
