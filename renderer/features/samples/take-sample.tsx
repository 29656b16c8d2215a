import { Shuffle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { SampleDialog } from './sample-dialog';

/** Opens the dialog that draws calls for evaluation. */
export function TakeSample() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const reading = useReadingOnly();
  const mayAssign = useHolds('evaluation_reports:edit');
  const maySee = useHolds('calls:view');
  const why = reading ?? (mayAssign ? (maySee ? undefined : t('samples.mayNotSee')) : t('samples.mayNot'));
  return (
    <>
      <Button look="quiet" icon={<Icon of={Shuffle} />} unavailable={why} onPress={() => setOpen(true)}>
        {t('samples.take')}
      </Button>
      {isOpen && <SampleDialog onClose={() => setOpen(false)} />}
    </>
  );
}
