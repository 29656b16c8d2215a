import { CornerDownRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLiveCommands } from '../../core/command-entries';
import { type CommandId, commandIds, commandOf } from '../../core/commands';
import { runCommand } from '../../core/run-command';
import { useKeysOf } from '../../core/shortcuts';
import { useCommandText } from '../../core/use-command-text';
import { Icon } from '../../ui/icon';
import type { Entry } from './entry';
import { rememberCommand, useRecent } from './recent';

/** Every command: those used last first, and for those that are not possible now, why. */
export function useCommands(): Entry[] {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const text = useCommandText();
  const { live, whyNot } = useLiveCommands();
  const recent = useRecent(({ commands }) => commands);
  const ids = [...recent, ...commandIds.filter((id) => !recent.includes(id))];
  return ids
    .filter((id) => commandIds.includes(id) && !commandOf(id).onlyKey)
    .map((id) => ({
      id,
      text: text(id),
      also: [text(id, 'en'), text(id, 'de')],
      icon: <Icon of={CornerDownRight} />,
      keys: keysOf(id),
      whyNot: live[id] ? undefined : (whyNot[id] ?? t(`keys.unavailable.${commandOf(id).place}`)),
      run: () => run(id),
    }));
}

function run(id: CommandId): void {
  rememberCommand(id);
  runCommand(id);
}
