import type { Call } from '@shared/contract/calls';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { useKeysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { KeyCap } from '../../ui/key-cap';
import { Popover } from '../../ui/popover';
import { Spinner } from '../../ui/spinner';
import { agentOf } from '../parties';
import { AssignFields } from './assign-fields';
import styles from './assign-form.module.css';
import { type CallToAssign, toAssign } from './assigned-calls';
import { MakeForm } from './make-form';
import { useAssignment } from './use-assignment';
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

type AssignFormProps = {
  calls: readonly CallToAssign[];
  forms: readonly { form_id: string; name: string }[];
  onDone: () => void;
};

/** Assigns calls to an evaluator. A single call of one's own can be scored at once. */
function AssignForm({ calls, forms, onDone }: AssignFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const assignment = useAssignment({ calls, forms, onDone });
  const { count, assign, why } = assignment;
  // If none can be assigned yet, those that it is about.
  const asked = count || assignment.agentless.length;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        assign(false);
      }}
    >
      <AssignFields assignment={assignment} forms={forms} />
      <div className={styles.acts}>
        {assignment.isSingle && assignment.isOwn && (
          <Button unavailable={why} onPress={() => assign(true)}>
            {t('assignments.start')}
          </Button>
        )}
        <Button type="submit" look="ink" busy={assignment.isPending} unavailable={why}>
          {t('assignments.assignMany', { count: asked, shown: format.figure(asked) })}
        </Button>
      </div>
    </form>
  );
}
