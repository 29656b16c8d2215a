/** `npm run test:day`: a long day at one window, EARSHOT_TEST_ACTIONS actions of it (500). */
process.env.EARSHOT_TEST_ACTIONS ??= '500';
process.argv.splice(2, Infinity, 'working-day.spec');
await import('./test.mjs');
