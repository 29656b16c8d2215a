import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useSaid } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { DrawnSample } from './drawn-sample';
import { SampleForm } from './sample-form';
import { atFirst, isAmount, sampleOf } from './sample-values';
import { useDraw } from './use-samples';

/** Draws calls for evaluation: what from and how many, then the calls that were drawn, to assign them. */
export function SampleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const say = useSaid();
  const [values, setValues] = useState(atFirst);
  const { mutate, data: sample, isPending, error, reset } = useDraw();
  const tooMany = isRefusal(error) ? error.field('amount') : undefined;
  const new_sample = sampleOf(values);
  const draw = () => new_sample && !isPending && mutate(new_sample);
  const close = <Button onPress={onClose}>{t('samples.cancel')}</Button>;
  if (sample)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('samples.title')}
        width={560}
        actions={
          <>
            {close}
            <Button onPress={reset}>{t('samples.back')}</Button>
          </>
        }
      >
        <DrawnSample sample={sample} onDone={onClose} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('samples.title')}
      width={560}
      actions={
        <>
          {close}
          <Button
            look="ink"
            busy={isPending}
            unavailable={isAmount(values.amount) ? undefined : t('samples.amountWrong')}
            onPress={draw}
          >
            {t('samples.draw')}
          </Button>
        </>
      }
    >
      <SampleForm values={values} onChange={setValues} onSubmit={draw} />
      {error && <FormMessage>{tooMany ? say(tooMany) : refusalText(error)}</FormMessage>}
    </Dialog>
  );
}
