/**
 * Runs in a separate process, in Node and in Electron, because a better-sqlite3 built for another runtime does not
 * throw but ends the process. Argument: the package's folder. Status 0 when it supports what the store needs.
 */
const Database = require(process.argv[2]);

const db = new Database(':memory:');
db.exec("CREATE VIRTUAL TABLE probe USING fts5(words, tokenize = 'trigram'); INSERT INTO probe VALUES ('earshot')");
const { found } = db.prepare("SELECT count(*) AS found FROM probe WHERE probe MATCH 'arsh'").get();
// Electron without its run-as-node fuse would run this file as a program and open a window.
process.exit(found === 1 ? 0 : 1);
