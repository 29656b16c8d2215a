// The baseline of the window: an empty page in one window of the same Electron.
const { app, BrowserWindow } = require('electron');

app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  return window.loadURL('data:text/html,<!doctype html><title>Empty</title><body></body>');
});
app.on('window-all-closed', () => app.quit());
