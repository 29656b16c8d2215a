import type { Call } from '@shared/contract/calls';
import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useKeysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { KeyCap } from '../../ui/key-cap';
import { toast } from '../../ui/toast';
import { AssignCalls } from './assign-calls';
import { useOwnEvaluation } from './use-evaluations';

const icon = <Icon of={ClipboardCheck} />;

/** Opens the user's own evaluation of a call; without one, asks for the form and assigns the call. */
export function EvaluateCall({ call }: { call: Call }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const { own, failed, refetch } = useOwnEvaluation(call.call_id);
  const again = async () => {
    const { error } = await refetch();
    if (error) toast(refusalText(error), 'note');
  };
  const open = own ? () => void navigate(`/evaluations/${own.report_id}`) : failed ? () => void again() : undefined;
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
  return <OwnEvaluation open={open} />;
}

/** `open` is missing until the evaluation is known, and reads it again if that failed. */
function OwnEvaluation({ open }: { open: (() => void) | undefined }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  useCommand('evaluate', open);
  return (
    <Button look="ink" icon={icon} onPress={open}>
      {t('assignments.evaluate')} <KeyCap keys={keysOf('evaluate')} />
    </Button>
  );
}
