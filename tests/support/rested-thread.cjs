// A thread of tests/support/rested-threads.ts: runs one entry after the other. The chunks that they share stay loaded.
const threads = require('node:worker_threads');

const { parentPort: orders } = threads;

orders.on('message', ({ entry, workerData, port }) => {
  Object.assign(threads, { workerData, parentPort: port });
  delete require.cache[require.resolve(entry)];
  require(entry);
});
