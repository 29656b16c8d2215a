import type { Call } from '@shared/contract/calls';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { useKeysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { useReadingOnly } from '../../core/view-as';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { KeyCap } from '../../ui/key-cap';
import { Popover } from '../../ui/popover';
import { Spinner } from '../../ui/spinner';
import { agentOf } from '../parties';
import { AssignForm } from './assign-form';
import styles from './assign-form.module.css';
import { toAssign } from './assigned-calls';
import { MakeForm } from './make-form';
import { useActiveForms } from './use-evaluations';

type Props = {
  calls: readonly Call[];
  icon: ReactNode;
  look?: 'plain' | 'quiet' | 'ink';
  /** The text of the button, if not "Assign evaluation". */
  name?: string;
  placement: 'top start' | 'bottom start';
  /** The command that opens it. */
  command?: 'evaluate';
};

/** A popover that assigns calls for evaluation: the form, who scores them, and until when. */
export function AssignCalls({ calls, icon, look = 'plain', name, placement, command }: Props) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const reading = useReadingOnly();
  const mayAssign = useHolds('evaluation_reports:edit');
  const maySeeForms = useHolds('evaluation_forms:view');
  const why =
    reading ?? (mayAssign ? (maySeeForms ? undefined : t('assignments.mayNotSeeForms')) : t('assignments.mayNot'));
  const [isOpen, setOpen] = useState(false);
  const button = (
    <Button look={look} icon={icon} unavailable={why}>
      {name ?? t('assignments.assign')} {command && why === undefined && <KeyCap keys={keysOf(command)} />}
    </Button>
  );
  const opens = command && why === undefined ? () => setOpen(true) : undefined;
  useCommand('evaluate', opens, command && why);
  if (why !== undefined) return button;
  return (
    <Popover
      trigger={button}
      label={t('assignments.assign')}
      placement={placement}
      open={isOpen}
      onOpenChange={setOpen}
    >
      <Assigning calls={calls} onDone={() => setOpen(false)} />
    </Popover>
  );
}

/** The form of the popover, once the evaluation forms are read. */
function Assigning({ calls, onDone }: { calls: readonly Call[]; onDone: () => void }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { data: forms, error } = useActiveForms();
  if (forms === undefined) return error ? <FormMessage>{refusalText(error)}</FormMessage> : <Spinner />;
  if (forms.length === 0) {
    return (
      <p className={styles.none}>
        {t('assignments.noForm')} <MakeForm />
      </p>
    );
  }
  return (
    <AssignForm
      calls={calls.map((call) => ({ ...toAssign(call), agent_name: agentOf(call).name }))}
      forms={forms}
      onDone={onDone}
    />
  );
}
