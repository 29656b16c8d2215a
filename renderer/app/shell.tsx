import { Eye } from 'lucide-react';
import { type CSSProperties, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { deckHeight, useLayout } from '../core/layout';
import { startOwnStores } from '../core/own-store';
import { RecordPaths } from '../core/record-page';
import { useSignedIn } from '../core/session';
import { storePlace, useEndedSession, useKept } from '../core/session-restore';
import { useEndView } from '../core/view-as';
import { SavingPanel, startSaving, useCall, useNotes } from '../features/call';
import { closeImports } from '../features/imports';
import { markMoments, PlayerDeck, usePlayer } from '../features/player';
import { QuarantineBanner } from '../features/quarantine';
import { closeKit } from '../features/recovery-kit';
import { useRefusalText } from '../i18n/use-refusal-text';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { Splitter } from '../ui/splitter';
import { useMediaQuery } from '../ui/use-media-query';
import { useBackAndForward } from './back-and-forward';
import { CloseDialog } from './close-dialog';
import { DamageBanner } from './damage-banner';
import { Diagnosis } from './diagnosis';
import { isAdministration, isStage, railed } from './fold-sidebar';
import { Help, useHelp } from './help';
import { KeySheet, useKeySheet } from './key-sheet';
import { KeychainBanner } from './keychain-banner';
import { Palette } from './palette/palette';
import { usePalette } from './palette/palette-state';
import { useOwnRecordPages } from './places';
import styles from './shell.module.css';
import { useShellCommands } from './shell-commands';
import { Sidebar } from './sidebar';
import { SignOut } from './sign-out';
import { useChanges } from './use-changes';
import { useLinks } from './use-links';

/** The window after sign-in: sidebar, page, and the deck, which is mounted once and keeps its place. */
export function Shell() {
  const { t } = useTranslation();
  const session = useSignedIn();
  // A view as another user leaves no traces with that user.
  const { user_id } = session.viewer ?? session.user;
  const layout = useLayout();
  const isRailed = useMediaQuery(railed);
  const isLow = useMediaQuery('(max-height: 699.98px)');
  const { pathname } = useLocation();
  const onStage = isStage(pathname);
  const rail = onStage || (layout.sidebar === null ? isRailed : layout.sidebar === 'rail');
  const height = layout.deckHeight ?? (isLow ? deckHeight.low : deckHeight.start);

  const isIdle = usePlayer((player) => player.call_id === null);
  const isClosed = usePlayer((player) => player.isClosed);
  const isInTheWay = useInTheWay(isAdministration(pathname));

  // Runs before anything of the previous user is rendered.
  useLayoutEffect(() => {
    startOwnStores(user_id);
    startSaving(user_id);
  }, [user_id]);
  // The open content of one user must not be visible to the next.
  useEffect(
    () => () => {
      usePlayer.getState().unload();
      closeImports();
      closeKit();
      usePalette.getState().close();
      useHelp.getState().close();
      useKeySheet.getState().close();
    },
    [],
  );
  useKeepListening();
  useMarkNotes();
  useShellCommands();
  useBackAndForward(user_id);
  useLinks();
  useChanges();
  useLastPlace();
  const pathOfRecord = useOwnRecordPages();

  const sizes = { '--deck-height': `${height}px`, '--inspector-width': `${layout.inspectorWidth}px` } as CSSProperties;
  const page = (
    <RecordPaths key="page" value={pathOfRecord}>
      <Outlet />
    </RecordPaths>
  );
  const deck = (
    <section
      key="deck"
      className={styles.deck}
      id="deck"
      aria-label={t('panes.player')}
      data-pane
      data-place="player"
      data-idle={isIdle || undefined}
      data-closed={isClosed || isInTheWay || undefined}
      tabIndex={-1}
    >
      {!onStage && (
        <Splitter
          label={t('panes.resizePlayer')}
          orientation="horizontal"
          controls="deck"
          value={height}
          min={deckHeight.min}
          max={deckHeight.max}
          onChange={(value) => useLayout.setState({ deckHeight: value })}
        />
      )}
      <PlayerDeck isStage={onStage} />
    </section>
  );
  return (
    <div className={styles.shell} data-rail={rail || undefined} style={sizes}>
      <SignOut />
      <CloseDialog />
      <Sidebar rail={rail} />
      <div className={styles.banner}>
        <ViewAsBanner />
        <KeychainBanner />
        <QuarantineBanner />
        <DamageBanner />
      </div>
      {/* The focus follows this order: on the stage, the notes and the form come after the deck. */}
      {onStage ? [deck, page] : [page, deck]}
      <SavingPanel />
      <Help />
      <KeySheet />
      <Diagnosis />
      <Palette />
    </div>
  );
}

/** Whether the deck is in the way: in administration, until a call plays there. Then it stays, also while it is paused. */
function useInTheWay(isAdministration: boolean): boolean {
  const playing = usePlayer((player) => player.playing);
  const [hasPlayed, setPlayed] = useState(false);
  if (hasPlayed ? !isAdministration : isAdministration && playing) setPlayed(!hasPlayed);
  return isAdministration && !playing && !hasPlayed;
}

/**
 * Stops playback as soon as the window locks, and afterwards loads the call into the deck again, also in a new window: same
 * position, paused.
 */
function useKeepListening(): void {
  const read = () => {
    const { call_id, position_ms } = usePlayer.getState();
    return call_id === null ? undefined : { call_id, position_ms };
  };
  const heard = useKept('heard', read, { lasts: true });
  useEffect(() => useEndedSession.subscribe(({ left }) => left && usePlayer.getState().unload()), []);

  const { data: call } = useCall(heard?.call_id ?? null);
  useEffect(() => {
    const { call_id, load } = usePlayer.getState();
    if (call && heard && call_id === null) load(call, { position_ms: heard.position_ms });
  }, [call, heard]);
}

/** Marks the notes of the call in the deck above its lanes, by their place in the list of notes. */
function useMarkNotes(): void {
  const call_id = usePlayer((player) => player.call_id);
  const notes = useNotes(call_id);
  useEffect(() => {
    const moments = (notes ?? []).flatMap(({ position, end_position, text }, at) =>
      position === null ? [] : [{ label: String(at + 1), title: text, position, end_position }],
    );
    return markMoments('notes', { call_id, moments });
  }, [call_id, notes]);
}

/** Remembers the page of the user for their next sign-in: at each change of the address, and when the window closes. */
function useLastPlace(): void {
  const { pathname, search } = useLocation();
  const { user, viewer } = useSignedIn();
  const firstSearch = useLayout((layout) => layout.firstSearch);
  // A search that Review should open with replaces the last one.
  const address = pathname === '/review' && firstSearch !== null ? pathname : pathname + search;
  useEffect(() => {
    // A view as another user leaves no traces.
    if (viewer) return;
    const store = () => void storePlace(user.user_id, address);
    store();
    window.addEventListener('pagehide', store);
    return () => window.removeEventListener('pagehide', store);
  }, [address, user.user_id, viewer]);
}

/** Shown while the user views Earshot as someone else: names that user, and ends it. */
function ViewAsBanner() {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { user, role, viewer } = useSignedIn();
  const end = useEndView();
  if (!viewer) return null;
  return (
    <Banner
      icon={<Icon of={Eye} />}
      title={t('viewAs.title', { name: user.name, role: role.name })}
      text={end.error ? refusalText(end.error) : t('viewAs.text')}
    >
      <Button busy={end.isPending} onPress={() => end.mutate()}>
        {t('viewAs.end')}
      </Button>
    </Banner>
  );
}
