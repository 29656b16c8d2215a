import { mkdirSync, writeFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { inRoot, readJson } from './setup/place.mjs';

/**
 * `npm run icons`: draws the icons of the program, of its files, and the symbolic one, from the bars of the logo in
 * resources/logo.json. Their results are in the repository; electron-builder makes the formats of other systems of them.
 */
const bars = readJson(inRoot('resources', 'logo.json'));
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const colours = { agent: '#9887f3', customer: '#4dc9b1' };

/** The bars in a square of 22 units, agent above customer. */
const logo = ({ agent, customer }) =>
  bars
    .flatMap(({ x, up, down }) => [
      `<path d="M${x + 1} ${11.2 - up}V9.1" stroke="${agent}"/>`,
      `<path d="M${x + 1} 12.9V${10.8 + down}" stroke="${customer}"/>`,
    ])
    .join('');
const strokes = 'fill="none" stroke-width="2.4" stroke-linecap="round"';
const svg = (content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><title>Earshot</title>${content}</svg>\n`;
const within = (x, y, size, content) =>
  `<g transform="translate(${x} ${y}) scale(${size / 22})" ${strokes}>${content}</g>`;

const program = svg(
  `<rect x="3" y="3" width="58" height="58" rx="13" fill="#1c1b22"/>${within(11, 11, 42, logo(colours))}`,
);
const file = svg(
  `<path d="M12 4h28l14 14v42H12z" fill="#f6f5f2" stroke="#b9b7b0" stroke-width="1.5"/>` +
    `<path d="M40 4v14h14" fill="#e3e1db" stroke="#b9b7b0" stroke-width="1.5"/>` +
    within(19, 26, 28, logo({ agent: '#6b4fcc', customer: '#049984' })),
);
const symbolic = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22" width="16" height="16"><title>Earshot</title><g ${strokes}>${logo({ agent: '#2e3436', customer: '#2e3436' })}</g></svg>\n`;

const folder = inRoot('resources', 'icons');
mkdirSync(folder, { recursive: true });
const drawn = (source, width) => new Resvg(source, { fitTo: { mode: 'width', value: width } }).render().asPng();
for (const size of sizes) writeFileSync(`${folder}/${size}x${size}.png`, drawn(program, size));
writeFileSync(inRoot('resources', 'linux', 'earshot.svg'), program);
writeFileSync(inRoot('resources', 'linux', 'earshot-symbolic.svg'), symbolic);
writeFileSync(inRoot('resources', 'linux', 'earshot-file.svg'), file);
