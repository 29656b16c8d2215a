// Records standard input as a call of Earshot. EARSHOT_TOKEN is an access token with calls:create.
//   arecord -t raw -f S16_LE -r 16000 | node record.mjs http://127.0.0.1:8017 +442079460321 201
import { setTimeout as pause } from 'node:timers/promises';

const [base, from_number, to_number] = process.argv.slice(2);
const ask = (method, path, type, body) =>
  fetch(base + path, {
    method,
    body,
    headers: { authorization: `Bearer ${process.env.EARSHOT_TOKEN}`, 'content-type': type },
  });

const recording = { format: 'pcm_s16le', sample_rate: 16000, channels: 1, call: { from_number, to_number } };
const opened = await ask('POST', '/api/v2/recordings.json', 'application/json', JSON.stringify({ recording }));
if (opened.status !== 201) throw new Error(await opened.text());
const { url, recording_id } = await opened.json();

let [end, next] = [0, 0]; // the bytes read, and the next one to send
let kept = Buffer.alloc(0); // the last ones, because after a crash some have to be sent again
for await (const piece of process.stdin) {
  end += piece.length;
  kept = Buffer.concat([kept, piece]).subarray(-1_000_000);
  while (next < end) {
    const path = `/api/v2/recordings/${recording_id}/audio?offset=${next}`;
    const answer = await ask('PUT', path, 'application/octet-stream', kept.subarray(next - end)).catch(() => undefined);
    const { offset, details } = (await answer?.json().catch(() => undefined)) ?? {};
    if (answer?.status === 410) process.exit(0); // someone has closed the recording
    next = offset ?? details?.offset ?? next;
    if (offset === undefined) await pause(500);
  }
}
await ask('DELETE', url, 'application/json');
console.log(url);
