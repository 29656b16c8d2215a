import type { Role } from '@shared/contract/roles';
import type { User } from '@shared/contract/users';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds, useSignedIn } from '../../core/session';
import { useBeginView } from '../../core/view-as';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { ChoiceField } from '../../ui/choice-field';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { usePeopleWith } from './roles';
import styles from './view-as.module.css';

type Props = { role: Role /** The role has changes that are not saved, which nobody has yet. */; isChanged: boolean };

/** Whether the user may open Earshot as another one. */
export const useMayViewAs = () => [useHolds('roles:edit'), useHolds('users:view')].every(Boolean);

/** Opens Earshot as one of the people with the role sees it. Absent for users who may not, and while nobody else has the role. */
export function ViewAs({ role, isChanged }: Props) {
  const { t } = useTranslation();
  const mayView = useMayViewAs();
  const { user } = useSignedIn();
  const { data } = usePeopleWith(role.role_id);
  const people = data?.filter(({ user_id }) => user_id !== user.user_id) ?? [];
  const [first] = people;
  if (!mayView || !first) return null;
  return (
    <section className={styles.part} aria-labelledby="view-as">
      <h2 id="view-as" className={styles.title}>
        {t('roles.viewAs.title')}
      </h2>
      <p className={styles.text}>{t('roles.viewAs.text')}</p>
      <People people={people} first={first} isChanged={isChanged} />
    </section>
  );
}

type Person = Pick<User, 'user_id' | 'name'>;
type PeopleProps = Pick<Props, 'isChanged'> & { people: readonly Person[]; first: Person };

function People({ people, first, isChanged }: PeopleProps) {
  const { t } = useTranslation();
  const [chosen, choose] = useState<string | null>(null);
  const person = people.find(({ user_id }) => user_id === chosen) ?? first;
  return (
    <>
      <ChoiceField
        key={people.length}
        label={t('roles.viewAs.person')}
        value={person.user_id}
        onChange={choose}
        choices={people.map(({ user_id, name }) => ({ id: user_id, name }))}
        opensOn="input"
      />
      <BeginView person={person} unavailable={isChanged ? t('roles.viewAs.saveFirst') : undefined} />
    </>
  );
}

type BeginProps = { person: { user_id: string; name: string }; unavailable: string | undefined };

/** A button that opens Earshot as a person sees it. */
export function BeginView({ person, unavailable }: BeginProps) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const begin = useBeginView();
  const first = person.name.split(' ')[0] ?? person.name;
  return (
    <>
      <div>
        <Button
          icon={<Icon of={Eye} />}
          busy={begin.isPending}
          unavailable={unavailable}
          onPress={() => begin.mutate(person.user_id)}
        >
          {t('roles.viewAs.begin', { name: first })}
        </Button>
      </div>
      {begin.error && <FormMessage>{refusalText(begin.error)}</FormMessage>}
    </>
  );
}
