import type { Calibration } from '@shared/contract/calibrations';
import { exportPackage } from '@shared/contract/packages';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../../api/api';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { saveFile, useCallsById } from '../call';
import { KeyCard } from './key-card';

type Props = { round: Calibration; evaluator: Calibration['evaluators'][number]; onClose: () => void };

/** What leaves this computer for an evaluator on another machine, before it is saved. */
export function ExportDialog({ round, evaluator, onClose }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { calibration_id, calls } = round;
  const { user_id, name, fingerprint } = evaluator;
  const read = useCallsById(calls.map(({ call_id }) => call_id));
  const files = [...read.values()].flatMap((call) => call.files);
  const seconds = Math.round(files.reduce((sum, file) => sum + file.duration_ms, 0) / 1000);
  const bytes = files.reduce((sum, file) => sum + file.file_size, 0);
  const save = () => {
    onClose();
    void saveFile(addressOf(exportPackage, { calibration_id, user_id }));
  };
  return (
    <Dialog
      open
      firm
      width={560}
      onClose={onClose}
      title={t('calibrations.exportTitle', { name })}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('calibrations.cancel')}
          </Button>
          <Button look="ink" onPress={save}>
            {t('calibrations.saveFile')}
          </Button>
        </>
      }
    >
      <p data-figures>
        {t('calibrations.inside', {
          calls: t('calibrations.countCalls', { count: calls.length }),
          length: lengthText(seconds),
          bytes: format.bytes(bytes),
        })}
      </p>
      <KeyCard name={name} fingerprint={fingerprint ?? ''} text={t('calibrations.leaves', { name })} />
    </Dialog>
  );
}
