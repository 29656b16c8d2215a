import { type CSSProperties, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { deckHeight, useLayout } from '../core/layout';
import { startOwnStores } from '../core/own-store';
import { RecordPaths } from '../core/record-page';
import { useSignedIn } from '../core/session';
import { SavingPanel, startSaving } from '../features/call';
import { closeImports } from '../features/imports';
import { PlayerDeck, usePlayer } from '../features/player';
import { QuarantineBanner } from '../features/quarantine';
import { closeKit } from '../features/recovery-kit';
import { Splitter } from '../ui/splitter';
import { useMediaQuery } from '../ui/use-media-query';
import { useBackAndForward } from './back-and-forward';
import { CloseDialog } from './close-dialog';
import { DamageBanner } from './damage-banner';
import { isAdministration, isStage, railed } from './fold-sidebar';
import { Help, useHelp } from './help';
import { useKeepListening } from './keep-listening';
import { KeySheet, useKeySheet } from './key-sheet';
import { KeychainBanner } from './keychain-banner';
import { useMarkNotes } from './mark-notes';
import { Palette } from './palette/palette';
import { usePalette } from './palette/palette-state';
import { useOwnRecordPages } from './places';
import styles from './shell.module.css';
import { useShellCommands } from './shell-commands';
import { Sidebar } from './sidebar';
import { SignOut } from './sign-out';
import { useChanges } from './use-changes';
import { useLastPlace } from './use-last-place';
import { useLinks } from './use-links';
import { ViewAsBanner } from './view-as-banner';

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
