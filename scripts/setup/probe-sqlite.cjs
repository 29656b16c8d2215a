/**
 * Run in a process of its own, by Node and by Electron: a better-sqlite3 built for another runtime does not throw, it
 * ends the process. Argument: the package's folder. Status 0 when it can do what the store needs.
 */
const Database = require(process.argv[2]);

const db = new Database(':memory:');
db.exec("CREATE VIRTUAL TABLE probe USING fts5(words, tokenize = 'trigram'); INSERT INTO probe VALUES ('earshot')");
const { found } = db.prepare("SELECT count(*) AS found FROM probe WHERE probe MATCH 'arsh'").get();
// Electron without its run-as-node fuse takes this file for a program and would go on to open a window.
process.exit(found === 1 ? 0 : 1);
