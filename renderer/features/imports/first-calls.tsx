import { AudioLines, ChevronRight, FolderOpen, Mic, Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../app/session';
import { Button } from '../../ui/button';
import { LanesPicture } from '../../ui/lanes-picture';
import { Tooltip } from '../../ui/tooltip';
import styles from './first-calls.module.css';
import { useImportWays } from './import-flow';
import { useDrop } from './use-drop';

/** No calls at all: what will be here, and the ways to bring some. The whole page takes a drop. */
export function FirstCalls() {
  const { t } = useTranslation();
  const mayImport = useHolds('calls:create');
  const ways = useImportWays();
  const held = useDrop(mayImport);
  const reason = mayImport ? undefined : t('imports.mayNot');
  return (
    <section
      className={styles.zone}
      data-held={held !== null || undefined}
      aria-label={t('imports.firstTitle')}
      data-pane
      tabIndex={-1}
    >
      <div className={styles.middle}>
        <LanesPicture of="arriving" />
        <h2 className={styles.title}>
          {held === null
            ? t('imports.firstTitle')
            : held > 0
              ? t('imports.drop', { count: held })
              : t('imports.dropSome')}
        </h2>
        <p className={styles.lead}>{t('imports.firstText')}</p>
        <div className={styles.acts} data-page-focus>
          <Button
            look="ink"
            size="page"
            unavailable={reason}
            busy={ways.busy}
            icon={<FolderOpen size={16} strokeWidth={1.75} aria-hidden="true" />}
            onPress={() => void ways.chooseFolder()}
          >
            {t('imports.chooseFolder')}
          </Button>
          <Button size="page" unavailable={reason} onPress={() => void ways.chooseFiles()}>
            {t('imports.chooseFiles')}
          </Button>
        </div>
      </div>
      <ul className={styles.ways}>
        <Way
          icon={<AudioLines size={18} strokeWidth={1.75} />}
          name={t('imports.samples')}
          text={t('imports.samplesText')}
          unavailable={reason}
          onPress={() => void ways.loadSamples()}
        />
        <Way
          icon={<Mic size={18} strokeWidth={1.75} />}
          name={t('imports.record')}
          text={t('imports.recordText')}
          unavailable={t('imports.recordLater')}
        />
        <Way
          icon={<Plug size={18} strokeWidth={1.75} />}
          name={t('imports.connect')}
          text={t('imports.connectText')}
          unavailable={t('imports.connectLater')}
        />
      </ul>
    </section>
  );
}

type WayProps = { icon: ReactNode; name: string; text: string; onPress?: () => void; unavailable?: string | undefined };

/** Another way to get calls; one that cannot be gone yet says why. */
function Way({ icon, name, text, onPress, unavailable }: WayProps) {
  const off = unavailable !== undefined;
  const way = (
    <AriaButton className={styles.way ?? ''} aria-disabled={off || undefined} onPress={() => !off && onPress?.()}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.text}>{text}</span>
      </span>
      {!off && <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" />}
    </AriaButton>
  );
  return <li>{off ? <Tooltip text={unavailable}>{way}</Tooltip> : way}</li>;
}
