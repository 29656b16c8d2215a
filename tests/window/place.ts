/** Moves this worker of Playwright to its own display and keychain, before it starts a program. */
const places = JSON.parse(process.env.EARSHOT_TEST_PLACES ?? '[]') as Record<string, string>[];
Object.assign(process.env, places[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]);
