import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

/** Another listener on this machine, which counts its requests. */
export type Stranger = { url: string; visits: () => number; close: () => void };

export async function openStranger(): Promise<Stranger> {
  let visits = 0;
  const server = createServer((_, answer) => answer.end('here')).on('connection', () => visits++);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, visits: () => visits, close };
}

/** What a page has of Node and of the system. */
export const inside = (page: Page) =>
  page.evaluate(async () => {
    const world = globalThis as { require?: unknown; process?: unknown; module?: unknown };
    const state = async (name: string) => (await navigator.permissions.query({ name: name as PermissionName })).state;
    return {
      node: [typeof world.require, typeof world.process, typeof world.module],
      notices: await Notification.requestPermission(),
      clipboard: await state('clipboard-read'),
      place: await state('geolocation'),
      camera: await state('camera'),
      isolated: 'earshot' in globalThis && !('ipcRenderer' in globalThis),
    };
  });
export const nothingInside = {
  node: ['undefined', 'undefined', 'undefined'],
  notices: 'denied',
  clipboard: 'denied',
  place: 'denied',
  camera: 'denied',
  isolated: true,
};

/**
 * Tries everything that a page could use to send data elsewhere without the other side's consent. Returns the results.
 */
export const knock = (page: Page, url: string) =>
  page.evaluate(async (url) => {
    const policy = new Set<string>();
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => policy.add(effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'globalThis.planted = true';
    document.head.append(script);
    const fetched = await fetch(url, { mode: 'no-cors' }).then(
      () => 'reached',
      () => 'refused',
    );
    await new Promise((settled) => {
      const image = new Image();
      image.onload = image.onerror = settled;
      image.src = `${url}picture.png`;
    });
    await new Promise((settled) => {
      const socket = new WebSocket(url.replace('http:', 'ws:'));
      socket.onopen = socket.onerror = socket.onclose = settled;
    }).catch(() => undefined);
    return {
      fetched,
      inline: 'planted' in globalThis ? 'ran' : 'refused',
      opened: window.open(url),
      policy: [...policy].sort(),
    };
  }, url);
