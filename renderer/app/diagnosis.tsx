import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bridge } from '../api/bridge';
import { diagnosisKey } from '../api/cache/session';
import { useCommand } from '../core/use-command';
import { useSaveText } from '../list/use-save-text';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FormMessage } from '../ui/form-message';
import { useCopy } from '../ui/use-copy';
import styles from './diagnosis.module.css';

/** Shows everything that a person could pass on to whoever helps them, before it is saved or copied. */
export function Diagnosis() {
  const { t } = useTranslation();
  const copy = useCopy();
  const save = useSaveText();
  const [open, setOpen] = useState(false);
  useCommand('diagnosis', () => setOpen(true));
  const { data: text, error } = useQuery({
    queryKey: diagnosisKey,
    queryFn: () => bridge.diagnosis(),
    enabled: open,
    gcTime: 0,
    staleTime: 0,
  });
  const off = text === undefined ? t(error ? 'diagnosis.failed' : 'diagnosis.reading') : undefined;
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      title={t('diagnosis.title')}
      width={560}
      actions={
        <>
          <Button unavailable={off} onPress={() => copy(text ?? '')}>
            {t('diagnosis.copy')}
          </Button>
          <Button unavailable={off} onPress={() => void save('earshot-diagnostics.txt', text ?? '')}>
            {t('diagnosis.save')}
          </Button>
        </>
      }
    >
      <p>{t('diagnosis.text')}</p>
      {error && <FormMessage>{t('diagnosis.failed')}</FormMessage>}
      {text !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        <section className={styles.text} aria-label={t('diagnosis.content')} tabIndex={0}>
          {text}
        </section>
      )}
    </Dialog>
  );
}
