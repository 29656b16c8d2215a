import { AudioLines } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { type Capture, openCapture } from './capture';
import { LevelMeter } from './level-meter';
import styles from './record-form.module.css';
import { useFaultText } from './use-fault-text';

const rate = 16_000;
const shownMs = 100;
/** A peak from which someone is heard. */
const heard = 0.01;

/**
 * Shows what the chosen sources give, once the user asks for it: a microphone is never open merely because a page is shown.
 * It is closed when the test ends or the page is left. Nothing is kept.
 */
export function MicrophoneTest({ sources, names }: { sources: readonly string[]; names: readonly string[] }) {
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
