import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { origin } from './security';
import { remember, type Settings, type SettingsStore } from './settings';

const smallest = { width: 960, height: 600 };
const first = { width: 1280, height: 800 };
const surface = { light: '#FFFFFF', dark: '#19191C' };

/** Creates the only window, hidden, at its last position if that screen still exists. */
export function createWindow(settings: SettingsStore): BrowserWindow {
  const { theme, zoom } = settings.get('preferences');
  nativeTheme.themeSource = theme;
  const bounds = visibleBounds(settings.get('bounds'));
  const window = new BrowserWindow({
    ...first,
    ...bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: 'Earshot',
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? surface.dark : surface.light,
    webPreferences: {
      preload: join(__dirname, '..', 'preload', 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      zoomFactor: zoom,
      devTools: !app.isPackaged,
    },
  });
  if (bounds?.maximized) window.maximize();
  window.on('close', () =>
    remember(settings, { bounds: { ...window.getNormalBounds(), maximized: window.isMaximized() } }),
  );
  void window.loadURL(`${origin}/`);
  return window;
}

/** Brings the window to the front. */
export function toFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

type Bounds = Settings['bounds'];

function visibleBounds(bounds: Bounds): Bounds {
  if (bounds?.x === undefined || bounds.y === undefined) return bounds;
  const { x, y } = bounds;
  const onScreen = screen.getAllDisplays().some(({ workArea: area }) => {
    return x >= area.x - 8 && y >= area.y - 8 && x < area.x + area.width - 100 && y < area.y + area.height - 100;
  });
  return onScreen ? bounds : { width: bounds.width, height: bounds.height, maximized: bounds.maximized };
}
