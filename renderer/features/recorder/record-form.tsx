import { AudioLines, Circle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMachine } from '../../api/machine';
import { isRefusal } from '../../api/refusal';
import { useHolds } from '../../core/session';
import { useKept } from '../../core/session-restore';
import { useKeysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { KeyCap } from '../../ui/key-cap';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { type Capture, openCapture } from './capture';
import { rates, useChoices } from './choices';
import { LevelMeter } from './level-meter';
import { keptParty, typedParty, useParty } from './next-party';
import styles from './record-form.module.css';
import { givesSystemSound, systemSound, useInputs } from './sources';
import { useRecorder } from './state';
import { TakenKeys } from './taken-keys';
import { useIsOwner } from './use-is-owner';
import { useStart } from './use-start';

/** What to record on this computer, and with whom. */
export function RecordForm() {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const mayRecord = useHolds('calls:create');
  const inputs = useInputs();
  const choices = useChoices();
  const { error, phase } = useRecorder();
  const faultText = useFaultText();
  const isOwner = useIsOwner();
  const start = useStart();
  const party = useParty();
  const before = useKept(keptParty, typedParty, { stays: { name: t('recorder.title'), address: '/live' } });
  useEffect(() => {
    if (before && !typedParty()) useParty.setState(before);
  }, [before]);
  const hasSystemSound = givesSystemSound(useMachine().data?.platform ?? '');
  const begin = () => void start();
  const why = mayRecord ? (inputs?.length === 0 ? t('recorder.plugIn') : undefined) : t('recorder.mayNotRecord');
  useCommand('record', why === undefined && phase === 'idle' ? begin : undefined, why);
  if (!inputs) return null;
  const you = inputs.find(({ id }) => id === choices.you)?.id ?? inputs[0]?.id ?? '';
  const seconds = [
    { id: '', name: t('recorder.noSecond') },
    ...(hasSystemSound ? [{ id: systemSound, name: t('recorder.systemSound') }] : []),
    ...inputs.filter(({ id }) => id !== you),
  ];
  const caller = seconds.some(({ id }) => id === choices.caller) ? choices.caller : '';
  const second = seconds.find(({ id }) => id === caller && id !== '');
  const first = { id: you, name: inputs.find(({ id }) => id === you)?.name ?? '' };
  const all = second ? [first, second] : [first];
  const tested = { sources: all.map(({ id }) => id), names: all.map(({ name }) => name) };
  const none = [{ id: '', name: t('recorder.noMicrophone') }];
  return (
    <section className={styles.form} aria-labelledby="record-here">
      <h2 className={styles.title} id="record-here">
        {t('recorder.title')} {second && <span className={styles.about}>{t('recorder.twoLanes')}</span>}
      </h2>
      <div className={styles.fields}>
        <SelectField
          label={t('recorder.you')}
          value={you}
          onChange={(id) => useChoices.setState({ you: id })}
          choices={inputs.length > 0 ? inputs : none}
        />
        <SelectField
          label={t('recorder.caller')}
          value={caller}
          onChange={(id) => useChoices.setState({ caller: id })}
          choices={seconds}
        />
        <TextField
          label={t('recorder.number')}
          value={party.number}
          onChange={(number) => useParty.setState({ number })}
          max={256}
        />
        <TextField
          label={t('recorder.name')}
          value={party.name}
          onChange={(name) => useParty.setState({ name })}
          max={256}
        />
        <SelectField
          label={t('recorder.quality')}
          value={String(choices.rate)}
          onChange={(chosen) => useChoices.setState({ rate: rates.find((rate) => String(rate) === chosen) ?? 16_000 })}
          choices={rates.map((rate) => ({ id: String(rate), name: t(`recorder.rate.${rate}`) }))}
        />
      </div>
      {why === undefined && phase === 'idle' && <MicrophoneTest {...tested} />}
      {!hasSystemSound && <p className={styles.hint}>{t('recorder.noSystemSound')}</p>}
      {error !== null && isOwner && <FormMessage>{faultText(error)}</FormMessage>}
      <div className={styles.actions}>
        <Button
          look="ink"
          size="page"
          icon={
            <Circle
              className={why === undefined ? styles.dot : undefined}
              size={14}
              fill="currentColor"
              aria-hidden="true"
            />
          }
          busy={phase === 'starting'}
          unavailable={why}
          onPress={begin}
        >
          {t('recorder.start')}
          <KeyCap keys={keysOf('record')} />
        </Button>
        <p className={styles.hint}>{why ?? t('recorder.sayIt')}</p>
        <TakenKeys of="record" />
      </div>
    </section>
  );
}

const rate = 16_000;
const shownMs = 100;
/** A peak from which someone is heard. */
const heard = 0.01;

/**
 * Shows what the chosen sources give, once the user asks for it: a microphone is never open merely because a page is shown.
 * It is closed when the test ends or the page is left. Nothing is kept.
 */
function MicrophoneTest({ sources, names }: { sources: readonly string[]; names: readonly string[] }) {
  const { t } = useTranslation();
  const faultText = useFaultText();
  const [isOn, setOn] = useState(false);
  const [levels, setLevels] = useState<readonly number[]>([]);
  const [error, setError] = useState<unknown>(null);
  const chosen = sources.join('\n');
  useEffect(() => {
    if (!isOn) return;
    let capture: Capture | undefined;
    let isOver = false;
    let shownAt = 0;
    let peaks: number[] = [];
    setError(null);
    const fail = (cause: unknown) => {
      if (isOver) return;
      setError(cause);
      setOn(false);
    };
    openCapture({
      sources: chosen.split('\n'),
      rate,
      onBlock(block) {
        peaks = block.peaks.map((peak, channel) => Math.max(peak, peaks[channel] ?? 0));
        if (isOver || performance.now() - shownAt < shownMs) return;
        shownAt = performance.now();
        setLevels(peaks);
        peaks = [];
      },
      onLost: () => fail(new DOMException('', 'NotFoundError')),
    }).then((opened) => {
      if (isOver) opened.close();
      else capture = opened;
    }, fail);
    return () => {
      isOver = true;
      capture?.close();
      setLevels([]);
    };
  }, [isOn, chosen]);
  return (
    <div className={styles.test}>
      <Button
        icon={<Icon of={AudioLines} />}
        onPress={() => {
          setError(null);
          setOn(!isOn);
        }}
      >
        {t(isOn ? 'recorder.endTest' : 'recorder.test')}
      </Button>
      {isOn &&
        names.map((name, channel) => (
          <div key={sources[channel]} className={styles.tested}>
            <LevelMeter name={name} peak={levels[channel] ?? 0} />
            <span className={styles.hint}>
              {name}: {t((levels[channel] ?? 0) > heard ? 'recorder.heard' : 'recorder.silent')}
            </span>
          </div>
        ))}
      {error !== null && <FormMessage>{faultText(error)}</FormMessage>}
    </div>
  );
}

const known = ['NotAllowedError', 'NotFoundError', 'OverconstrainedError', 'NotReadableError'] as const;

/** Why a recording could not begin, in one sentence: a refusal of the API, or of a device. */
function useFaultText(): (error: unknown) => string {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  return (error) => {
    if (isRefusal(error)) return refusalText(error);
    const name = error instanceof DOMException ? known.find((one) => one === error.name) : undefined;
    return t(`recorder.fault.${name ?? 'other'}`);
  };
}
