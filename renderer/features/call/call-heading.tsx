import type { Call } from '@shared/contract/calls';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { phoneText } from '../../i18n/phone-number';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import stage from '../../ui/stage.module.css';
import { agentOf, customerOf, partyText, useCallName } from '../parties';

/** The name of the call on the stage, with its number, agent, start and length; `children` stand at the end. */
export function CallHeading({ call, children }: { call: Call; children?: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const callName = useCallName();
  const { number } = customerOf(call);
  const facts = [
    number === null ? null : phoneText(number),
    partyText(agentOf(call)),
    format.started(call.setup_time),
    call.duration === null ? null : lengthText(call.duration),
  ];
  return (
    <header className={stage.heading}>
      <div className={stage.about}>
        <h1 className={stage.title} dir="auto">
          {callName(call)}
        </h1>
        <p className={stage.facts} data-figures title={t('call.about')}>
          {facts.filter((fact) => fact !== null).join(' · ')}
        </p>
      </div>
      {children}
    </header>
  );
}
