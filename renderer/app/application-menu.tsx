import { useEffect } from 'react';
import { bridge } from '../api/bridge';
import { acceleratorOf } from '../core/chords';
import { useLiveCommands } from '../core/command-entries';
import { type CommandId, commandIds, commandOf } from '../core/commands';
import { isBlocked, runCommand } from '../core/run-command';
import { chordsOf, useShortcuts } from '../core/shortcuts';
import { useTakenKeys } from '../core/taken-keys';
import { useCommandText } from '../core/use-command-text';

/** Runs a command that was chosen in the application menu. A dialog is answered first. */
function run(id: string): void {
  if (!isBlocked(id as CommandId)) runCommand(id as CommandId);
}
bridge.onCommand(run);

/** Keeps the commands in the application menu up to date: texts, keys, and whether they are possible. */
export function ApplicationMenu() {
  const text = useCommandText();
  const live = useLiveCommands((state) => state.live);
  const shortcuts = useShortcuts();
  const shown = commandIds.flatMap((id) => {
    const { part } = commandOf(id);
    const [first] = chordsOf(id, shortcuts);
    const keys = first === undefined ? null : acceleratorOf(first);
    return part ? [{ id, part, label: text(id), keys, enabled: live[id] !== undefined }] : [];
  });
  const sent = JSON.stringify(shown);
  useEffect(() => {
    const show = (taken: string[]) => useTakenKeys.setState({ taken: commandIds.filter((id) => taken.includes(id)) });
    void bridge.commands(JSON.parse(sent)).then(show);
  }, [sent]);
  return null;
}
