import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { oneAtATime } from '../../core/one-at-a-time';
import { useKeysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { KeyCap } from '../../ui/key-cap';
import { toast } from '../../ui/toast';
import { nextInQueue } from './next-in-queue';
import { useQueueCount } from './queue-count';

/** Opens the first call of the user's queue on the stage. */
export function ScoreNext() {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const navigate = useNavigate();
  const hasOpen = useQueueCount('open') !== 0;
  const [alone] = useState(oneAtATime);
  const open = async () => {
    const report_id = await nextInQueue(null);
    if (report_id !== null) await navigate(`/evaluations/${report_id}`);
  };
  const scoreNext = () => void alone(open).catch((error: unknown) => toast(refusalText(error), 'note'));
  useCommand('scoreNext', hasOpen ? scoreNext : undefined, t('assignments.nothingToScore'));
  return (
    <Button look="ink" unavailable={hasOpen ? undefined : t('assignments.nothingToScore')} onPress={scoreNext}>
      {t('assignments.scoreNext')} {hasOpen && <KeyCap keys={keysOf('scoreNext')} />}
    </Button>
  );
}
