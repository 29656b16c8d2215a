import type { RecoveryKit } from '@shared/contract/recovery-kit';
import { useMutation } from '@tanstack/react-query';
import { Check, CircleCheck, Eye, EyeOff, FileDown, Printer } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bridge } from '../../api/bridge';
import { useSession } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import torn from '../../ui/torn-card.module.css';
import styles from './recovery-kit-form.module.css';
import { WordField, Words } from './word-field';

/** Picks two different positions among the words, in order. */
function drawTwo(count: number): [number, number] {
  const [a, b] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number];
  const first = a % count;
  const second = (first + 1 + (b % (count - 1))) % count;
  return [Math.min(first, second), Math.max(first, second)];
}

const same = (typed: string, word: string) => typed.trim().toLowerCase() === word;
/** A word is only wrong once enough characters are typed. */
const isWrong = (typed: string, word: string) => typed.trim().length >= word.length && !same(typed, word);

type Props = {
  kit: RecoveryKit;
  /** The label of the button that continues after the kit is saved. */
  done: string;
  onDone: () => void;
  onLater: () => void;
};

/** Shows the recovery kit once, requires saving it, and asks for two of its words. */
export function RecoveryKitForm({ kit, done, onDone, onLater }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const said = useId();
  const [asked] = useState(() => drawTwo(kit.words.length));
  const [typed, setTyped] = useState(['', '']);
  const [saved, setSaved] = useState<{ name: string; time: string } | null>(null);

  const save = useMutation({
    mutationFn: () => bridge.saveText(`earshot-kit-${kit.check.toUpperCase()}.txt`, kit.file),
    onSuccess: (name) => name !== null && setSaved({ name, time: format.now() }),
  });
  const answers = asked.map((at, index) => ({
    number: at + 1,
    isRight: same(typed[index] ?? '', kit.words[at] ?? ''),
    isWrong: isWrong(typed[index] ?? '', kit.words[at] ?? ''),
  }));
  // A wrong word says so at its field, and is the reason then.
  const wrong = answers.find((answer) => answer.isWrong);
  const open = answers.find(({ isRight }) => !isRight);
  const reason = wrong
    ? t('recoveryKit.wordWrong', wrong)
    : open
      ? t('recoveryKit.wordOpen', open)
      : saved === null
        ? t('recoveryKit.notSaved')
        : undefined;

  return (
    <>
      <KitCard kit={kit} />
      <div className={styles.ways}>
        <Button size="input" icon={<Icon of={FileDown} />} busy={save.isPending} onPress={() => save.mutate()}>
          {t('recoveryKit.saveKit')}
        </Button>
        <Button size="input" icon={<Icon of={Printer} />} onPress={() => window.print()}>
          {t('recoveryKit.print')}
        </Button>
        <span className={styles.saved} role="status">
          {saved && (
            <>
              <Icon of={CircleCheck} size={14} />
              {t('recoveryKit.saved', saved)}
            </>
          )}
        </span>
      </div>
      {save.isError && <FormMessage>{t('recoveryKit.saveFailed')}</FormMessage>}
      <form
        className={styles.words}
        onSubmit={(event) => {
          event.preventDefault();
          onDone();
        }}
        noValidate
      >
        <Words legend={t('recoveryKit.typeWords', { first: asked[0] + 1, second: asked[1] + 1 })}>
          <div className={styles.answers}>
            {answers.map(({ number, isRight, isWrong }, index) => (
              <WordField
                key={number}
                number={number}
                value={typed[index] ?? ''}
                onChange={(value) => setTyped(typed.map((old, place) => (place === index ? value : old)))}
                message={isWrong ? t('recoveryKit.wordWrong', { number }) : undefined}
                after={isRight && <Icon of={Check} className={styles.right} aria-label={t('recoveryKit.wordRight')} />}
              />
            ))}
          </div>
        </Words>
        <div className={styles.acts}>
          <Button type="submit" look="ink" size="page" unavailable={reason} aria-describedby={said}>
            {done}
          </Button>
          <span id={said} className={styles.reason}>
            {!wrong && reason}
          </span>
          <Button look="quiet" onPress={onLater}>
            {t('recoveryKit.later')}
          </Button>
        </div>
      </form>
    </>
  );
}

/** The kit as a card that looks torn off. Only the card is printed. */
function KitCard({ kit }: { kit: RecoveryKit }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: session } = useSession();
  const [hidden, setHidden] = useState(false);
  const sign = hidden ? Eye : EyeOff;
  return (
    <section className={classNames(torn.card, styles.card)} aria-label={t('recoveryKit.name')} data-print>
      <header className={styles.head}>
        <div>
          <h2 className={styles.name}>{t('recoveryKit.name')}</h2>
          <p className={styles.made}>
            {t('recoveryKit.made', { name: session?.user.name ?? '', day: format.day(kit.made_at) })}
          </p>
        </div>
        <div className={styles.check}>
          <p>{t('recoveryKit.check')}</p>
          <p className={styles.digits}>{kit.check.toUpperCase().replace(/(.{4})(?=.)/g, '$1 ')}</p>
        </div>
      </header>
      <div className={torn.tear} aria-hidden="true" />
      <ol className={styles.kitCardWords} data-hidden={hidden || undefined}>
        {kit.words.map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of a word is what it is asked by, and one may come twice
          <li key={at} className={styles.word}>
            <span className={styles.number}>{at + 1}</span>
            <span className={styles.text}>{hidden ? '•••••' : word}</span>
          </li>
        ))}
        <li className={styles.hide}>
          <Button look="quiet" icon={<Icon of={sign} size={14} />} onPress={() => setHidden(!hidden)}>
            {hidden ? t('recoveryKit.show') : t('recoveryKit.hide')}
          </Button>
        </li>
      </ol>
      <p className={styles.printed}>{t('recoveryKit.printed')}</p>
    </section>
  );
}
