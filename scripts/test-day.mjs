/** `npm run test:day`: a long day in one window, with EARSHOT_TEST_ACTIONS actions (500). */
process.env.EARSHOT_TEST_ACTIONS ??= '500';
process.argv.splice(2, Infinity, 'working-day.spec');
await import('./test.mjs');
