import { isUpdateAddress, type UpdateState, updateModes } from '@shared/updates';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bridge } from '../../api/bridge';
import { keptKey, updatesKey } from '../../api/cache/session';
import { queryClient } from '../../core/query-client';
import { useHolds } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { FieldRow } from '../../form/section';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/segments';
import { Switch } from '../../ui/switch';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import styles from './preferences-page.module.css';

/** Whether the program stays without its window, and starts with the session of the system. */
export function KeepRunning() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: kept } = useQuery({ queryKey: keptKey, queryFn: () => bridge.keep(), gcTime: 0 });
  const change = useMutation({
    gcTime: 0,
    mutationFn: (changed: Parameters<typeof bridge.keep>[0]) => bridge.keep(changed),
    onSuccess: (now) => client.setQueryData(keptKey, now),
    onError: () => toast(t('preferences.notKept'), 'note'),
  });
  if (!kept) return null;
  const { keeps_running, starts_hidden, has_tray } = kept;
  return (
    <>
      <Switch
        label={t('preferences.keepsRunning')}
        hint={t(has_tray ? 'preferences.keepsRunningHint' : 'preferences.noTrayHint')}
        value={keeps_running}
        onChange={(value) => change.mutate({ keeps_running: value })}
      />
      <Switch
        label={t('preferences.startsHidden')}
        value={starts_hidden}
        onChange={(value) => change.mutate({ starts_hidden: value })}
        unavailable={keeps_running ? undefined : t('preferences.startsHiddenOff')}
      />
    </>
  );
}

bridge.onUpdated(() => void queryClient.invalidateQueries({ queryKey: updatesKey }));

/** Whether and where the program looks for newer versions, and what came of it. */
export function UpdateSettings() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reading = useReadingOnly();
  const mayEdit = useHolds('system:edit');
  const { data: state } = useQuery({ queryKey: updatesKey, queryFn: () => bridge.updates(), gcTime: 0 });
  const take = useMutation({
    gcTime: 0,
    mutationFn: (ask: () => Promise<UpdateState | null>) => ask(),
    onSuccess: (now) => now && client.setQueryData(updatesKey, now),
    onError: () => toast(t('preferences.notKept'), 'note'),
  });
  if (!state) return null;
  const why = reading ?? (mayEdit ? undefined : t('preferences.updatesMayNot'));
  const choices = updateModes.map((id) => ({
    id,
    name: t(`preferences.updateModes.${id}`),
    locked: why !== undefined || (id === 'install' && !state.can_install),
  }));
  return (
    <>
      <Segments
        label={t('preferences.updates')}
        value={state.mode}
        onChange={(id) => take.mutate(() => bridge.updates({ mode: updateModes.find((mode) => mode === id) ?? 'off' }))}
        choices={choices}
        hint={
          why ??
          t(
            !state.has_keys
              ? 'preferences.updatesWithoutKeys'
              : state.can_install
                ? 'preferences.updatesHint'
                : 'preferences.updatesOnlyTold',
          )
        }
      />
      {state.mode !== 'off' && why === undefined && <UpdatePlace state={state} take={take.mutate} />}
    </>
  );
}

type PlaceProps = { state: UpdateState; take: (ask: () => Promise<UpdateState | null>) => void };

function UpdatePlace({ state, take }: PlaceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const look = useMutation({ gcTime: 0, mutationFn: () => bridge.lookForUpdate() });
  const address = typed ?? state.place ?? '';
  const isBad = typed !== null && typed !== '' && !isUpdateAddress(typed);
  const store = () => {
    if (typed === '') take(() => bridge.updates({ address: null }));
    else if (typed !== null && isUpdateAddress(typed)) take(() => bridge.updates({ address: typed }));
  };
  const { outcome, version = '', checked_at } = state;
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          store();
        }}
      >
        <FieldRow>
          <TextField
            label={t('preferences.updatePlace')}
            hint={t('preferences.updatePlaceHint')}
            value={address}
            onChange={setTyped}
            onBlur={store}
            max={2048}
            spellCheck={false}
            message={isBad ? t('preferences.updatePlaceBad') : undefined}
          />
        </FieldRow>
      </form>
      <div className={styles.buttons}>
        <Button
          onPress={() => {
            setTyped(null);
            take(() => bridge.updateFolder());
          }}
        >
          {t('preferences.updateFolder')}
        </Button>
        <Button
          busy={look.isPending}
          unavailable={state.place === null ? t('preferences.updateNowhere') : undefined}
          onPress={() => look.mutate(undefined, { onSuccess: () => setTyped(null) })}
        >
          {t('preferences.lookNow')}
        </Button>
      </div>
      <p className={styles.hint} role="status">
        {outcome !== null && checked_at !== null
          ? `${t(`preferences.updateOutcomes.${outcome}`, { version })} ${t('preferences.lookedAt', { when: format.started(new Date(checked_at).toISOString()) })}`
          : ''}
      </p>
    </>
  );
}
