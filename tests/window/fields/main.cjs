// An empty window, for a page that a test puts into it.
const { app, BrowserWindow } = require('electron');

app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 800 }).loadURL('about:blank'));
