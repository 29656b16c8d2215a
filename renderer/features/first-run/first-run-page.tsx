import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { machineKey } from '../../api/cache/session';
import { useMachine } from '../../api/machine';
import { isRefusal } from '../../api/refusal';
import { BrandPage } from '../../ui/brand-page';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { PaneError } from '../../ui/pane-error';
import { toast } from '../../ui/toast';
import { RecoveryKitForm, usePutOff, useRecoveryKit } from '../recovery-kit';
import { AdministratorForm } from './administrator-form';
import form from './administrator-form.module.css';
import styles from './first-run-page.module.css';

/** The first run: the administrator, then the recovery kit, then the first calls. */
export function FirstRunPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: machine } = useMachine();
  const [step, setStep] = useState<'administrator' | 'kit'>('administrator');
  const putOff = usePutOff();
  const finish = () => void navigate('/review', { replace: true });
  const later = () => {
    putOff();
    finish();
  };

  const kit = useRecoveryKit((error) => {
    if (!isRefusal(error, 409, 503)) return;
    toast(t('firstRun.kitSkipped'), 'note');
    finish();
  });
  const onAdministrator = (password: string) => {
    const hasKeychain = machine?.keychain === 'ok';
    if (hasKeychain) {
      setStep('kit');
      kit.mutate(password);
    }
    void client.invalidateQueries({ queryKey: machineKey });
    if (!hasKeychain) {
      toast(t('firstRun.kitSkipped'), 'note');
      finish();
    }
  };

  if (machine === undefined) return null;
  if (step === 'administrator' && !machine.needs_setup) return <Navigate to="/review" replace />;
  return (
    <BrandPage aside={<Steps current={step} />} tall={step === 'administrator' ? 524 : 476}>
      {step === 'administrator' ? (
        <AdministratorForm machine={machine} onDone={onAdministrator} />
      ) : kit.data ? (
        <>
          <h1 className={form.title} tabIndex={-1} data-page-focus>
            {t('recoveryKit.keepTitle')}
          </h1>
          <p className={form.lead}>{t('recoveryKit.keepText')}</p>
          <RecoveryKitForm kit={kit.data.recovery_kit} done={t('firstRun.continue')} onDone={finish} onLater={later} />
        </>
      ) : (
        kit.error && (
          <>
            <PaneError
              title={t('firstRun.kitFailed')}
              error={kit.error}
              onRetry={() => kit.mutate(kit.variables ?? '')}
            />
            <Button look="quiet" onPress={later}>
              {t('recoveryKit.later')}
            </Button>
          </>
        )
      )}
    </BrandPage>
  );
}

const steps = ['administrator', 'kit', 'calls'] as const;

/** The three steps of the first run, with the current one. */
function Steps({ current }: { current: (typeof steps)[number] }) {
  const { t } = useTranslation();
  const at = steps.indexOf(current);
  return (
    <ol className={styles.steps} aria-label={t('firstRun.steps')}>
      {steps.map((step, index) => {
        const state = index < at ? 'done' : index === at ? 'current' : 'ahead';
        return (
          <li
            key={step}
            className={styles.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={styles.sign} aria-hidden="true">
              {state === 'done' ? <Icon of={Check} size={14} strokeWidth={2} /> : index + 1}
            </span>
            <span className={styles.words}>
              <span className={styles.name}>
                {t(`firstRun.step.${step}.name`)}
                {state === 'done' && <span className="visually-hidden">, {t('firstRun.stepDone')}</span>}
              </span>
              <span className={styles.text}>{t(`firstRun.step.${step}.text`)}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
