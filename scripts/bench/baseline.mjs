import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import Database from 'better-sqlite3';

/**
 * The baselines of the service: the same rows by bare SQL and JSON.stringify, the same bytes by bare AES-256-GCM, each
 * directly behind node:http. No credentials, checks, threads or time zones.
 */
const [database, recording, sealedFile] = process.argv.slice(2);
const chunkBytes = 65_536;
const tagBytes = 16;
const stepChunks = 16;
const key = randomBytes(32);

const db = new Database(database, { readonly: true });
db.pragma('mmap_size = 0');
db.pragma('cache_size = -32768');
const lists = `
  (SELECT json_group_array(json_object('participant_id', participant_id, 'join_time', join_time, 'leave_time', leave_time,
      'user_id', user_id, 'party_direction', party_direction, 'party_type', party_type, 'party_number', party_number,
      'party_name', party_name, 'party_caller_id', party_caller_id) ORDER BY participant_id)
    FROM call_participants p WHERE p.call_pk = c.call_pk) AS participants,
  (SELECT json_group_array(category_id) FROM call_categories k WHERE k.call_pk = c.call_pk) AS categories,
  (SELECT json_group_array(file_id) FROM call_files f WHERE f.call_pk = c.call_pk) AS files,
  (SELECT json_group_array(value) FROM call_custom_values v WHERE v.call_pk = c.call_pk) AS custom_fields`;
const selected = `SELECT c.*, ${lists} FROM`;
const statements = {
  page: db.prepare(`${selected} calls c
    WHERE c.removed_at IS NULL AND c.call_pk < @end ORDER BY c.call_pk DESC LIMIT @limit + 1 OFFSET @start`),
  term: db.prepare(`${selected} call_text_index i CROSS JOIN calls c ON c.call_pk = i.rowid
    WHERE i.call_text_index MATCH @match AND c.removed_at IS NULL AND i.rowid < @end
    ORDER BY i.rowid DESC LIMIT @limit + 1 OFFSET @start`),
  short: db.prepare(`${selected} call_texts i CROSS JOIN calls c USING (call_pk)
    WHERE instr(i.text, @match) AND c.removed_at IS NULL AND i.call_pk < @end
    ORDER BY i.call_pk DESC LIMIT @limit + 1 OFFSET @start`),
};
const counts = {
  page: db.prepare('SELECT count(*) AS n FROM calls WHERE call_pk >= @start AND call_pk < @end'),
  term: db.prepare('SELECT count(*) AS n FROM call_text_index WHERE call_text_index MATCH @match'),
  short: db.prepare('SELECT count(*) AS n FROM call_texts WHERE instr(text, @match)'),
};
const last = 2n ** 62n;

function list(url) {
  const { statement, match = '', limit, start = '0', depth, ...asked } = Object.fromEntries(url.searchParams);
  if (asked.count) {
    const { n } = counts[statement].get({ match, start: BigInt(start), end: BigInt(asked.end ?? last) });
    return JSON.stringify({ count: n });
  }
  const end = depth ? keyAt(statement, match, Number(depth)) : last;
  const rows = statements[statement].all({ limit: Number(limit), start: Number(start), match, end });
  const records = rows.slice(0, Number(limit)).map((row) => ({
    ...row,
    participants: JSON.parse(row.participants),
    categories: JSON.parse(row.categories),
    files: JSON.parse(row.files),
    custom_fields: JSON.parse(row.custom_fields),
  }));
  return JSON.stringify({ calls: records });
}

const keys = new Map();
/** The key of the record before a depth, looked up once. A bigint, because the text index does not seek to reals. */
function keyAt(statement, match, depth) {
  const place = `${match} ${depth}`;
  if (!keys.has(place)) {
    const [row] = statements[statement].all({ limit: 0, start: depth - 1, match, end: last });
    keys.set(place, BigInt(row.call_pk));
  }
  return keys.get(place);
}

const nonceOf = (index) => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
};

async function sealRecording() {
  const plain = await readFile(recording);
  const parts = [];
  for (let at = 0, index = 0; at < plain.length; at += chunkBytes, index += 1) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index), { authTagLength: tagBytes });
    parts.push(cipher.update(plain.subarray(at, at + chunkBytes)), cipher.final(), cipher.getAuthTag());
  }
  await writeFile(sealedFile, Buffer.concat(parts));
  return plain.length;
}

async function stream(response, length) {
  response.writeHead(200, { 'Content-Type': 'audio/x-wav', 'Content-Length': length });
  const file = await open(sealedFile);
  const sealedBytes = chunkBytes + tagBytes;
  try {
    for (let first = 0; first * chunkBytes < length; first += stepChunks) {
      const step = Buffer.allocUnsafe(stepChunks * sealedBytes);
      const { bytesRead } = await file.read(step, 0, step.length, first * sealedBytes);
      for (let at = 0; at < bytesRead; at += sealedBytes) {
        const sealed = step.subarray(at, Math.min(at + sealedBytes, bytesRead));
        const nonce = nonceOf(first + at / sealedBytes);
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
        decipher.setAuthTag(sealed.subarray(-tagBytes));
        const plain = decipher.update(sealed.subarray(0, -tagBytes));
        decipher.final();
        if (!response.write(plain)) await new Promise((resolve) => response.once('drain', resolve));
      }
    }
    response.end();
  } finally {
    await file.close();
  }
}

const length = await sealRecording();
const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://127.0.0.1');
  if (url.pathname === '/audio') return void stream(response, length);
  const text = list(url);
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(text);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.send({ id: 0, value: `http://127.0.0.1:${port}` });
});
process.on('disconnect', () => process.exit(0));
