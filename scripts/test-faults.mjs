/** `npm run test:faults`: the tests of faults, and EARSHOT_FUZZ generated requests (50,000). */
process.env.EARSHOT_FUZZ ??= '50000';
process.argv.splice(2, Infinity, 'tests/faults', 'service/fuzz');
await import('./test.mjs');
