/** The database of a data folder. */
export const databaseFile = 'earshot.db';
/** What SQLite keeps beside it: the write-ahead log, and an index of that which processes share. */
export const logFile = `${databaseFile}-wal`;
export const indexFile = `${databaseFile}-shm`;
