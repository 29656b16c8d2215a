import type { WatchFolder } from '@shared/contract/watched-files';
import type { WatchRefused } from '@shared/ipc';
import { CircleAlert, CircleCheck, Folder } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useSaid } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { titleWhenCut } from '../../ui/title-when-cut';
import { toast } from '../../ui/toast';
import styles from './watch-folder-page.module.css';
import { useChooseFolder } from './watched';

/** The folder, how it is, and the button to choose it. */
export function ChosenFolder({ watched, unavailable }: { watched: WatchFolder; unavailable: string | undefined }) {
  const { t } = useTranslation();
  const id = useId();
  const refusalText = useRefusalText();
  const say = useSaid();
  const choose = useChooseFolder();
  const hasFolder = watched.folder !== '';
  const state = stateOf(watched);
  const onPress = () =>
    choose.mutate(undefined, { onSuccess: (done) => done === true && toast(t('watchFolder.chosen')) });
  const whyOf = (refused: WatchRefused): string => {
    if (refused === 'not_allowed') return t('watchFolder.notAllowed');
    return refused.reason.code === 'own_data_folder' ? t('watchFolder.ownDataFolder') : say(refused);
  };
  const refused = typeof choose.data === 'object' ? choose.data.refused : undefined;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('watchFolder.folder')} <span className={styles.quiet}>{t('watchFolder.folderHint')}</span>
      </h2>
      <div className={styles.chosen}>
        <Icon of={Folder} />
        <span className={styles.path} data-none={!hasFolder || undefined} dir="auto" onPointerEnter={titleWhenCut}>
          {hasFolder ? watched.folder : t('watchFolder.none')}
        </span>
        <Button busy={choose.isPending} unavailable={unavailable} onPress={onPress}>
          {t(hasFolder ? 'watchFolder.change' : 'watchFolder.choose')}
        </Button>
      </div>
      {refused && <FormMessage>{whyOf(refused)}</FormMessage>}
      {choose.error && <FormMessage>{refusalText(choose.error)}</FormMessage>}
      <p className={styles.state} data-state={state} role="status">
        {state === 'on' ? <Icon of={CircleCheck} /> : <Icon of={CircleAlert} />}
        {t(`watchFolder.state.${state}`)}
      </p>
      <p className={styles.text}>{t('watchFolder.kept')}</p>
    </section>
  );
}

function stateOf({ folder, is_on, is_readable }: WatchFolder) {
  if (folder === '') return 'none' as const;
  if (!is_on) return 'off' as const;
  if (is_readable === null) return 'looking' as const;
  return is_readable ? ('on' as const) : ('unreadable' as const);
}
