import { holds } from '@shared/permissions';
import { AudioLines, ChevronRight, FolderOpen, type LucideIcon, Mic, PhoneCall, Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useHolds, useSignedIn } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { LanesPicture } from '../../ui/lanes-picture';
import { Tooltip } from '../../ui/tooltip';
import styles from './first-calls.module.css';
import { useImportWays } from './import-flow';
import { useDrop } from './use-drop';

/**
 * Shown when there are no calls: what will be here, and the ways to get calls. Files can be dropped anywhere on the page.
 * `children` says more.
 */
export function FirstCalls({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayConnect = useHolds('system:view');
  const navigate = useNavigate();
  const ways = useImportWays();
  const reason = ways.unavailable;
  const mayImport = reason === undefined;
  const held = useDrop(mayImport);
  // While viewing as another user too, those who cannot import see what they see themselves.
  const { role } = useSignedIn();
  if (!holds(role.permissions, 'calls:create')) return <NoCalls>{children}</NoCalls>;
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
              ? t('imports.drop', { count: held, shown: format.figure(held) })
              : t('imports.dropSome')}
        </h2>
        <div className={styles.lead}>
          <p>{t('imports.firstText')}</p>
          {children}
        </div>
        <div className={styles.acts} data-page-focus>
          <Button
            look="ink"
            size="page"
            unavailable={reason}
            busy={ways.busy}
            icon={<Icon of={FolderOpen} />}
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
          icon={AudioLines}
          name={t('imports.samples')}
          text={t('imports.samplesText')}
          unavailable={reason}
          onPress={() => void ways.loadSamples()}
        />
        <Way
          icon={PhoneCall}
          name={t('imports.phoneSystem')}
          text={t('imports.phoneSystemText')}
          onPress={() => void navigate('/phone-systems')}
        />
        {mayImport && (
          <Way
            icon={Mic}
            name={t('imports.record')}
            text={t('imports.recordText')}
            onPress={() => void navigate('/live')}
          />
        )}
        {mayConnect && (
          <Way
            icon={Plug}
            name={t('imports.connect')}
            text={t('imports.connectText')}
            onPress={() => void navigate('/admin/api')}
          />
        )}
      </ul>
    </section>
  );
}

/** For people who cannot add calls. */
function NoCalls({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className={styles.none} aria-label={t('imports.noCalls')} data-pane data-page-focus tabIndex={-1}>
      <div className={styles.middle}>
        <LanesPicture of="arriving" />
        <h2 className={styles.title}>{t('imports.noCalls')}</h2>
        <div className={styles.lead}>
          <p>{t('imports.noCallsText')}</p>
          {children}
        </div>
      </div>
    </section>
  );
}

type WayProps = { icon: LucideIcon; name: string; text: string; unavailable?: string | undefined; onPress: () => void };

/** Another way to the first calls. */
function Way({ icon, name, text, unavailable, onPress }: WayProps) {
  const off = unavailable !== undefined;
  return (
    <li className={styles.item}>
      <Tooltip text={unavailable} off={!off}>
        <AriaButton className={styles.way ?? ''} aria-disabled={off || undefined} onPress={() => !off && onPress()}>
          <Icon of={icon} size={18} />
          <span className={styles.words}>
            <span className={styles.name}>{name}</span>
            <span className={styles.text}>{text}</span>
          </span>
          {!off && <Icon of={ChevronRight} size={14} />}
        </AriaButton>
      </Tooltip>
    </li>
  );
}
