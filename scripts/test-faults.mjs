/**
 * `npm run test:faults`: the tests of faults, with EARSHOT_FUZZ generated requests (50,000) and EARSHOT_CONCURRENT_SECONDS
 * of concurrent readers and writers (60).
 */
process.env.EARSHOT_FUZZ ??= '50000';
process.env.EARSHOT_CONCURRENT_SECONDS ??= '60';
process.argv.splice(2, Infinity, 'tests/faults', 'service/fuzz');
await import('./test.mjs');
