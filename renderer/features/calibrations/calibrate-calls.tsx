import { maxCalibrationCalls } from '@shared/contract/calibrations';
import type { Call } from '@shared/contract/calls';
import { Blend } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useHolds } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { path } from './calibrations';

/** Begins a round with calls that were chosen. Only for those who may lead one. */
export function CalibrateCalls({ calls }: { calls: readonly Pick<Call, 'call_id'>[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const reading = useReadingOnly();
  const mayLead = useHolds('evaluation_reports:calibrate');
  if (!mayLead) return null;
  const tooMany =
    calls.length > maxCalibrationCalls ? t('calibrations.tooMany', { most: maxCalibrationCalls }) : undefined;
  const ids = calls.map(({ call_id }) => call_id).join();
  return (
    <Button
      look="quiet"
      icon={<Icon of={Blend} />}
      unavailable={reading ?? tooMany}
      onPress={() => void navigate(`${path}/new?calls=${ids}`)}
    >
      {t('calibrations.calibrate')}
    </Button>
  );
}
