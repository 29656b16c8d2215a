/**
 * `npm run test:faults`: the tests of faults and of random input, at the size that these variables give. A plain run
 * uses smaller sizes.
 */
const sizes = {
  EARSHOT_CLIENTS: 10_000,
  EARSHOT_COMMITS: 100_000,
  EARSHOT_CONCURRENT_SECONDS: 60,
  EARSHOT_DAMAGED: 200,
  EARSHOT_DAMAGED_SOUNDS: 40,
  EARSHOT_DAMAGE_STEP: 1,
  EARSHOT_DELIVERIES: 500,
  EARSHOT_DELIVERY_KILLS: 20,
  EARSHOT_FUZZ: 50_000,
  EARSHOT_IDLE_CLIENTS: 10_000,
  EARSHOT_IDLE_SECONDS: 600,
  EARSHOT_JOINED_RANGES: 5_000,
  EARSHOT_KILLS: 50,
  EARSHOT_LOGGED_CALLS: 1_000,
  EARSHOT_PAUSE_MS: 300,
  EARSHOT_LOG_PLACES: 5_000,
  EARSHOT_PAUSES: 200,
  EARSHOT_PLAYERS: 1,
  EARSHOT_RECORDED_MINUTES: 60,
  EARSHOT_RECORDED_PAUSES: 10,
  EARSHOT_REPORT_LISTS: 500,
  EARSHOT_SCALE_CALLS: 100_000,
  EARSHOT_SCRIPTS: 10,
  EARSHOT_SEARCHES: 2_000,
  EARSHOT_SIGNED_CHANGES: 12_000,
  EARSHOT_SOAK_ROUNDS: 2_000,
  EARSHOT_TERMS: 3_000,
  EARSHOT_WATCH_FILES: 100,
  EARSHOT_WATCH_KILLS: 50,
  EARSHOT_WATCHED: 500,
};
for (const [name, size] of Object.entries(sizes)) process.env[name] ??= String(size);
process.argv.splice(
  2,
  Number.POSITIVE_INFINITY,
  'tests/faults',
  'service/fuzz',
  'service/scale',
  'search-property',
  'service/signed-urls',
  'audio/join',
  'service/evaluation-list',
  'service/recording-load',
  'service/recording-pauses',
  'service/watch-folders',
  'window/recorder',
  'window/scripts-in-texts',
);
await import('./test.mjs');
