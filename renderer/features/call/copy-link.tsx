import type { Call } from '@shared/contract/calls';
import { signFileUrl } from '@shared/contract/signed-urls';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { useMachine } from '../../api/machine';
import { useHolds, useSignedIn } from '../../core/session';
import { zoneText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { MomentField } from '../../ui/moment-field';
import { Segments } from '../../ui/segments';
import { SelectField } from '../../ui/select-field';
import { useCopy } from '../../ui/use-copy';
import { CallKeyNames } from '../call-keys';
import styles from './copy-link.module.css';
import { Fact, Facts } from './facts';
import { useLinkValidity, type Validity, validities } from './link-validity';

const all = '';

/** Copies a signed link to the audio of the call, after asking for how long it works. */
export function CopyLink({ call }: { call: Call }) {
  const { t } = useTranslation();
  const mayDownload = useHolds('calls:download');
  const { data: machine } = useMachine();
  const [isOpen, setOpen] = useState(false);
  const unavailable = !mayDownload
    ? t('call.mayNotDownload')
    : call.files.length === 0
      ? t('call.noAudio')
      : machine && !machine.api_url
        ? t('call.linkNeedsApi')
        : undefined;
  return (
    <>
      <Button
        icon={<Link size={16} strokeWidth={1.75} aria-hidden="true" />}
        unavailable={unavailable}
        onPress={() => setOpen(true)}
      >
        {t('call.link')}
      </Button>
      {isOpen && <LinkDialog call={call} onClose={() => setOpen(false)} />}
    </>
  );
}

function LinkDialog({ call: { call_id, files }, onClose }: { call: Call; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const copy = useCopy();
  const { user } = useSignedIn();
  const { validity, choose, moment, setMoment, until, seconds } = useLinkValidity();
  const [file, setFile] = useState(all);
  const make = useMutation({
    gcTime: 0,
    mutationFn: (expires: number) =>
      api(signFileUrl, { params: { call_id }, query: { expires, ...(file !== all && { file_id: file }) } }),
    onSuccess: ({ signed_url }) => {
      copy(signed_url);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t('call.linkTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button
            look="ink"
            autoFocus
            busy={make.isPending}
            unavailable={until === undefined ? t('call.linkMomentHint') : undefined}
            onPress={() => {
              const expires = seconds();
              if (expires !== undefined) make.mutate(expires);
            }}
          >
            {t('call.linkCopy')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>{t('call.linkText')}</p>
        <Segments
          label={t('call.linkFor')}
          value={validity}
          onChange={(id) => choose(id as Validity)}
          hint={until && t('call.linkUntil', { until: format.full(until), zone: zoneText(until, user.timezone) })}
          choices={validities.map((id) => ({ id, name: t(`call.linkValidity.${id}`) }))}
        />
        {validity === 'other' && (
          <MomentField
            label={t('call.linkMoment')}
            value={moment}
            onChange={setMoment}
            zone={user.timezone}
            hint={t('call.linkMomentHint')}
          />
        )}
        {files.length > 1 && (
          <SelectField
            label={t('call.linkGives')}
            value={file}
            onChange={setFile}
            choices={[
              { id: all, name: t('call.linkAllFiles') },
              ...files.map(({ file_id }) => ({ id: file_id, name: t('call.linkFile', { file: file_id }) })),
            ]}
          />
        )}
        <Facts>
          <Fact label={t('call.linkOpenedWith')}>
            <CallKeyNames call_id={call_id} />
          </Fact>
        </Facts>
        <p className={styles.quiet}>{t('call.linkEnds')}</p>
        {make.error && <FormMessage>{refusalText(make.error)}</FormMessage>}
      </div>
    </Dialog>
  );
}
