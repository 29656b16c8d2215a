/**
 * `npm run test:day`: a long day in one window: EARSHOT_TEST_ACTIONS random actions (500), EARSHOT_TEST_PLAYS calls that are
 * played (200), and EARSHOT_TEST_PAGES pages that are opened (50).
 */
process.env.EARSHOT_TEST_ACTIONS ??= '500';
process.env.EARSHOT_TEST_PLAYS ??= '200';
process.env.EARSHOT_TEST_PAGES ??= '50';
process.argv.splice(2, Number.POSITIVE_INFINITY, 'working-day.spec', 'leak.spec');
await import('./test.mjs');
