import type { Call } from '@shared/contract/calls';
import { fold } from '@shared/fold';
import { FolderPlus, Lock, LockOpen, Search } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFound } from '../../core/record-choices';
import { useHolds } from '../../core/session';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { restMs } from '../../list/page-search';
import { CheckList } from '../../ui/check-list';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { TextField } from '../../ui/text-field';
import { useRested } from '../../ui/use-rested';
import { CallKeyNames } from '../call-keys';
import { usePlayer } from '../player';
import { useCategorise } from './change-call';
import { Fact, Facts, Tags } from './facts';
import { isEncrypted } from './files-of';
import { Section } from './section';
import styles from './summary.module.css';
import { Values } from './values';

/** The custom fields, the categories, and the recording of a call. */
export function Summary({ call }: { call: Call }) {
  const { t } = useTranslation();
  // The deck gives the reason itself.
  const isInDeck = usePlayer(({ call_id, failure }) => call_id === call.call_id && failure?.kind === 'locked');
  const locked = isEncrypted(call);
  const Sign = locked ? Lock : LockOpen;
  return (
    <>
      <Values call={call} />
      <Section title={t('call.recording')}>
        <Facts>
          <Categories call={call} />
          <Fact label={t('call.audio')}>
            {call.files.length === 0 ? (
              t('call.noAudio')
            ) : (
              <span className={styles.lock}>
                <Icon of={Sign} size={14} />
                {t('call.fileCount', { count: call.files.length })}, {locked ? t('call.encrypted') : t('call.open')}
              </span>
            )}
          </Fact>
          {locked && call.files.length > 0 && (
            <Fact label={t('call.key')}>
              <CallKeyNames call_id={call.call_id} says={!isInDeck} />
            </Fact>
          )}
        </Facts>
      </Section>
    </>
  );
}

/** The categories of a call, which users with the right can choose. */
function Categories({ call }: { call: Call }) {
  const { t } = useTranslation();
  const mayChoose = [useHolds('calls:categorize'), useHolds('call_categories:view')].every(Boolean);
  if (call.categories.length === 0 && !mayChoose) return null;
  const button = (
    <IconButton label={t('call.categorise')} size={24} unavailable={call.legal_hold ? t('call.isHeld') : undefined}>
      <Icon of={FolderPlus} size={14} />
    </IconButton>
  );
  return (
    <Fact label={t('call.categories')}>
      <Tags
        names={call.categories.map(({ name }) => name)}
        add={
          mayChoose &&
          (call.legal_hold ? (
            button
          ) : (
            <Popover label={t('call.categorise')} placement="bottom end" trigger={button}>
              <Choice call={call} />
            </Popover>
          ))
        }
      />
    </Fact>
  );
}

function Choice({ call }: { call: Call }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const [typed, setTyped] = useState('');
  const sought = typed.trim();
  const { data: found = [], error: unread, isPending } = useFound('category_id', useRested(sought, restMs));
  const { mutate, error } = useCategorise(call);
  const chosen = call.categories.map(({ category_id }) => category_id);
  const change = (category_id: string) => mutate({ category_id, isIn: !chosen.includes(category_id) });
  const onChange = (now: ReadonlySet<string>) => {
    const changed = found.find(({ id }) => now.has(id) !== chosen.includes(id));
    if (changed) change(changed.id);
  };
  /** Enter in the field adds the only match of what was typed, also before the list has followed. */
  const addOnly = ({ key, target, repeat, nativeEvent }: KeyboardEvent) => {
    const isEnter = key === 'Enter' && target instanceof HTMLInputElement && !repeat && !nativeEvent.isComposing;
    const [only, second] = found.filter(({ name }) => fold(name).includes(fold(sought)));
    if (isEnter && sought !== '' && only && !second && !chosen.includes(only.id)) change(only.id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key is pressed in the field
    <div className={styles.choice} onKeyDown={addOnly}>
      <TextField
        label={t('call.findCategory')}
        labelHidden
        value={typed}
        onChange={setTyped}
        autoFocus
        before={<Icon of={Search} size={14} />}
      />
      <CheckList
        label={t('call.categories')}
        choices={found}
        chosen={chosen}
        onChange={onChange}
        none={isPending || unread ? '' : t('call.noCategory')}
      />
      {(error ?? unread) && <FormMessage>{refusalText(error ?? unread)}</FormMessage>}
    </div>
  );
}
