import type { Call } from '@shared/contract/calls';
import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useKeysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { KeyCap } from '../../ui/key-cap';
import { AssignCalls } from './assign-calls';
import { useOwnEvaluation } from './use-evaluations';

const icon = <Icon of={ClipboardCheck} />;

/** Opens the user's own evaluation of a call; without one, asks for the form and assigns the call. */
export function EvaluateCall({ call }: { call: Call }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { own, error } = useOwnEvaluation(call.call_id);
  const open = own ? () => void navigate(`/evaluations/${own.report_id}`) : undefined;
  if (own === null)
    return (
      <AssignCalls
        calls={[call]}
        icon={icon}
        look="ink"
        name={t('assignments.evaluate')}
        placement="bottom start"
        command="evaluate"
      />
    );
  return <OwnEvaluation open={open} unavailable={error ? t('assignments.failed') : undefined} />;
}

type OwnProps = { open: (() => void) | undefined; unavailable: string | undefined };

/** `open` is missing until the evaluation is known. `unavailable`: it cannot be read. */
function OwnEvaluation({ open, unavailable }: OwnProps) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  useCommand('evaluate', open, unavailable);
  return (
    <Button look="ink" icon={icon} unavailable={unavailable} onPress={open}>
      {t('assignments.evaluate')} <KeyCap keys={keysOf('evaluate')} />
    </Button>
  );
}
