import { restorableDays } from '@shared/limits';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TabList, tabPanel } from '../../ui/tabs';
import styles from './help-pages.module.css';

/** The topics, each with its sections in their order. */
const topics = {
  about: ['keeps', 'places', 'rights', 'tools'],
  importing: ['ways', 'sound', 'details', 'again'],
  searching: ['words', 'filters', 'saved', 'removed'],
  scoring: ['forms', 'score', 'result', 'reports'],
  encryption: ['recordings', 'kinds', 'kit'],
  licences: ['others'],
} as const;
type Topic = keyof typeof topics;

type Notice = { name: string; version: string; licence: string; texts: string[] };

/** The packages that Earshot contains, each with the texts of its licence. The build lists them. */
const Notices = lazy(async () => {
  const notices: Notice[] = await (await fetch('/notices.json')).json();
  return {
    default: () =>
      notices.map(({ name, version, licence, texts }) => (
        <details key={`${name} ${version}`} className={styles.notice}>
          <summary>
            {name} {version} <span className={styles.licence}>{licence}</span>
          </summary>
          {texts.map((text) => (
            <pre key={text} className={styles.text}>
              {text}
            </pre>
          ))}
        </details>
      )),
  };
});

type Props = {
  onClose: () => void;
  /** Goes to how a phone system is connected. */
  onPhoneSystems: () => void;
  /** Shows the list of keys instead. */
  onKeys: () => void;
  /** Shows the diagnostics instead. */
  onDiagnosis: () => void;
};

/** What Earshot is and how its main parts work, one topic at a time, over the page that it was opened on. */
export function HelpPages({ onClose, onPhoneSystems, onKeys, onDiagnosis }: Props) {
  const { t } = useTranslation();
  const [topic, show] = useState<Topic>('about');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('help.title')}
      width={720}
      actions={
        <>
          <Button onPress={onPhoneSystems}>{t('help.phoneSystem')}</Button>
          <Button onPress={onDiagnosis}>{t('keys.command.diagnosis')}</Button>
          <Button onPress={onKeys}>{t('help.keys')}</Button>
        </>
      }
    >
      <TabList
        label={t('help.topics')}
        of="help"
        tabs={(Object.keys(topics) as Topic[]).map((id) => ({ id, name: t(`help.topic.${id}`) }))}
        value={topic}
        onChange={show}
      />
      <div className={styles.topic} {...tabPanel('help', topic)}>
        {topics[topic].map((section) => {
          const key = `help.text.${topic}.${section}` as 'help.text.searching.removed';
          return (
            <section key={section}>
              <h3 className={styles.title}>{t(`${key}.title`)}</h3>
              <p>{t(`${key}.text`, { days: restorableDays })}</p>
            </section>
          );
        })}
        {topic === 'licences' && (
          <div>
            <Suspense>
              <Notices />
            </Suspense>
          </div>
        )}
      </div>
    </Dialog>
  );
}
