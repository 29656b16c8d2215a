import type { Call, CallFile } from '@shared/contract/calls';
import { signFileUrl } from '@shared/contract/signed-urls';
import { useMutation } from '@tanstack/react-query';
import { Clock, Link } from 'lucide-react';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { useMachine } from '../../api/machine';
import { ownStore } from '../../core/own-store';
import { useHolds, useSignedIn, useZone } from '../../core/session';
import { codecText } from '../../i18n/codec-text';
import { inZone, lengthText, zoneText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { KeyCap } from '../../ui/key-cap';
import { MomentField } from '../../ui/moment-field';
import { RadioList } from '../../ui/radio-list';
import { Segments } from '../../ui/segments';
import { useCopy } from '../../ui/use-copy';
import { CallKeyNames, useWhoGrants } from '../call-keys';
import styles from './copy-link.module.css';
import { isEncrypted, isMixed } from './files-of';

const all = '';

/** Copies a signed link to the audio of the call, after asking for how long it works. */
export function CopyLink({ call }: { call: Call }) {
  const { t } = useTranslation();
  const mayDownload = useHolds('calls:download');
  const { data: machine } = useMachine();
  const whoGrants = useWhoGrants(isEncrypted(call) ? call.call_id : null);
  const [isOpen, setOpen] = useState(false);
  const unavailable = !mayDownload
    ? t('call.mayNotDownload')
    : call.files.length === 0
      ? t('call.noAudio')
      : machine && !machine.api_url
        ? t('call.linkNeedsApi')
        : whoGrants;
  return (
    <>
      <IconButton label={t('call.link')} size={30} edge unavailable={unavailable} onPress={() => setOpen(true)}>
        <Icon of={Link} />
      </IconButton>
      {isOpen && <LinkDialog call={call} onClose={() => setOpen(false)} />}
    </>
  );
}

function LinkDialog({ call, onClose }: { call: Call; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const copy = useCopy();
  const { data: machine } = useMachine();
  const { user } = useSignedIn();
  const zone = useZone();
  const { call_id, files } = call;
  const { validity, choose, moment, setMoment, until, seconds } = useLinkValidity();
  const end = until && inZone(until, zone);
  const whole = isMixed(call) ? [] : [{ id: all, name: t('call.linkAllFiles'), aside: soundOf(files) }];
  const [file, setFile] = useState(isMixed(call) ? (files[0]?.file_id ?? all) : all);
  const make = useMutation({
    gcTime: 0,
    mutationFn: (expires: number) =>
      api(signFileUrl, { params: { call_id }, query: { expires, ...(file !== all && { file_id: file }) } }),
    onSuccess: ({ signed_url }) => {
      copy(signed_url);
      onClose();
    },
  });

  function soundOf(parts: readonly CallFile[]): string {
    const length = parts.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
    return `${lengthText(length / 1000)}, ${codecText(parts[0]?.codec ?? '', i18n.language)}`;
  }

  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t('call.linkTitle')}
      actions={
        <>
          <span className={styles.audited}>{t('call.linkAudited')}</span>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button
            look="ink"
            autoFocus
            icon={<Icon of={Link} />}
            busy={make.isPending}
            unavailable={until === undefined ? t('call.linkMomentHint') : undefined}
            onPress={() => {
              const expires = seconds();
              if (expires !== undefined) make.mutate(expires);
            }}
          >
            {t('call.linkCopy')}
            <KeyCap keys={t('call.enter')} />
          </Button>
        </>
      }
    >
      <p>{t('call.linkText')}</p>
      <div className={`${styles.part} ${styles.validity}`}>
        <Segments
          label={t('call.linkFor')}
          value={validity}
          onChange={(id) => choose(id as Validity)}
          hint={
            end && (
              <span className={styles.until} data-figures>
                <Icon of={Clock} size={14} />
                <span>
                  <Trans
                    i18nKey="call.linkUntil"
                    values={{ until: format.due(end), zone: zoneText(end, zone) }}
                    components={{ strong: <strong /> }}
                  />
                </span>
              </span>
            )
          }
          choices={validities.map((id) => ({ id, name: t(`call.linkValidity.${id}`) }))}
        />
      </div>
      {validity === 'other' && (
        <div className={styles.part}>
          <MomentField
            label={t('call.linkMoment')}
            value={moment}
            onChange={setMoment}
            zone={zone}
            hint={t('call.linkMomentHint')}
          />
        </div>
      )}
      {files.length > 1 && (
        <div className={styles.part}>
          <RadioList
            label={t('call.linkGives')}
            value={file}
            onChange={setFile}
            hint={t('call.linkGivesHint')}
            choices={[
              ...whole,
              ...files.map((one) => ({
                id: one.file_id,
                name: t('call.linkFile', { file: one.file_id }),
                aside: soundOf([one]),
              })),
            ]}
          />
        </div>
      )}
      <dl className={styles.facts}>
        {files.length === 1 && (
          <div className={styles.part}>
            <dt>{t('call.linkGives')}</dt>
            <dd>
              <span className={styles.right}>
                {t('call.linkWhole')}
                <span className={styles.aside}>{soundOf(files)}</span>
              </span>
              <span className={styles.quiet}>{t('call.linkGivesHint')}</span>
            </dd>
          </div>
        )}
        <div className={styles.part}>
          <dt>{t('call.linkCarries')}</dt>
          <dd>
            <span className={styles.right}>
              <Avatar name={user.name} size={22} />
              {t('call.linkRight')}
            </span>
            <span className={styles.quiet}>{t('call.linkEnds')}</span>
          </dd>
        </div>
        <div className={styles.part}>
          <dt>{t('call.linkOpenedWith')}</dt>
          <dd>
            <CallKeyNames call_id={call_id} detailed />
          </dd>
        </div>
      </dl>
      {until && machine?.api_url && (
        <p className={styles.preview}>
          {machine.api_url}/calls/file/{call_id.slice(0, 4)}…/signed?expires=
          <strong>{Math.floor(Date.parse(until) / 1000)}</strong>&amp;sign=…
        </p>
      )}
      {make.error && <FormMessage>{refusalText(make.error)}</FormMessage>}
    </Dialog>
  );
}

/** How long a link may work, in seconds. */
const spans = { quarter: 900, hour: 3_600, day: 86_400, week: 604_800 } as const;
const longest = spans.week;

const validities = ['quarter', 'hour', 'day', 'week', 'other'] as const;
type Validity = (typeof validities)[number];

/** The last choice of each user. */
const useChosen = ownStore<{ validity: Validity }>('link', { validity: 'hour' });

/** How long the link to be made will work: a span, or with `other` until a moment. */
function useLinkValidity() {
  const { validity } = useChosen();
  const [openedAt] = useState(() => Date.now());
  const [moment, setMoment] = useState<string | null>(() => new Date(openedAt + spans.day * 1000).toISOString());
  const secondsFrom = (now: number): number | undefined => {
    if (validity !== 'other') return spans[validity];
    const seconds = moment === null ? 0 : Math.round((Date.parse(moment) - now) / 1000);
    return seconds >= 1 && seconds <= longest ? seconds : undefined;
  };
  const shown = secondsFrom(openedAt);
  return {
    validity,
    choose: (next: Validity) => useChosen.setState({ validity: next }),
    moment,
    setMoment,
    /** When a link that is made now ends; undefined for a moment that is past, or more than 7 days ahead. */
    until: shown === undefined ? undefined : new Date(openedAt + shown * 1000).toISOString(),
    /** The seconds from now on; undefined like `until`. */
    seconds: () => secondsFrom(Date.now()),
  };
}
