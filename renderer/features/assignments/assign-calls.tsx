import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { useCommand } from '../../core/use-command';
import { useReadingOnly } from '../../core/view-as';
import { Button } from '../../ui/button';
import { Popover } from '../../ui/popover';
import { AssignForm } from './assign-form';
import { useActiveForms } from './use-evaluations';

type Props = {
  call_ids: readonly string[];
  icon: ReactNode;
  look?: 'plain' | 'quiet';
  placement: 'top start' | 'bottom start';
  /** The command that opens it. */
  command?: 'evaluate';
};

/** A popover that assigns calls for evaluation: the form, who scores them, and until when. */
export function AssignCalls({ call_ids, icon, look = 'plain', placement, command }: Props) {
  const { t } = useTranslation();
  const reading = useReadingOnly();
  const mayAssign = useHolds('evaluation_reports:edit');
  const maySeeForms = useHolds('evaluation_forms:view');
  const forms = useActiveForms();
  const noForm = forms?.length === 0 ? t('assignments.noForm') : undefined;
  const why =
    reading ?? (mayAssign ? (maySeeForms ? noForm : t('assignments.mayNotSeeForms')) : t('assignments.mayNot'));
  const [isOpen, setOpen] = useState(false);
  const button = (
    <Button look={look} icon={icon} unavailable={why}>
      {t('assignments.assign')}
    </Button>
  );
  const opens = command && why === undefined && forms ? () => setOpen(true) : undefined;
  useCommand('evaluate', opens, command && why);
  if (why !== undefined || forms === undefined) return button;
  return (
    <Popover
      trigger={button}
      label={t('assignments.assign')}
      placement={placement}
      open={isOpen}
      onOpenChange={setOpen}
    >
      <AssignForm call_ids={call_ids} forms={forms} onDone={() => setOpen(false)} />
    </Popover>
  );
}
