import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../../support/start-service';

/** PostgreSQL refuses to run as root, so then it runs as `nobody`. */
const nobody = 65_534;

/**
 * Prepares the statements with a real PostgreSQL over this schema. Returns its errors, by refused statement. In
 * single-user mode, PostgreSQL reads statements from its input and ends with it, so no server can be left running.
 */
export async function refusedByPostgresql(schema: string[], statements: string[]): Promise<Map<string, string>> {
  const { postgresqlFolder } = await import(resolve('scripts/setup/postgresql.mjs'));
  const programs: string | undefined = postgresqlFolder();
  if (!programs) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const asRoot = process.getuid?.() === 0;
  if (asRoot) for (const path of [folder, data]) chownSync(path, nobody, nobody);

  function run(program: string, args: string[], input = ''): { stdout: string; stderr: string } {
    const { status, stdout, stderr, error } = spawnSync(join(programs as string, program), args, {
      cwd: folder,
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      timeout: 60_000,
      ...(asRoot && { uid: nobody, gid: nobody }),
      env: { ...process.env, LC_ALL: 'C', HOME: folder },
    });
    if (error || status !== 0) throw error ?? new Error(`${program} ended with status ${status}: ${stderr}`);
    return { stdout, stderr };
  }

  run('initdb', ['-D', data, '-U', 'earshot', '--auth=trust', '--no-sync', '--locale=C', '--encoding=UTF8']);
  const named = statements.map((sql, n) => `PREPARE statement_${n} AS ${withNumbers(sql)}`);
  // In single-user mode, a statement ends with an empty line.
  const input = [...schema, ...named, withoutBooleans].map((sql) => `${sql.trim()};\n\n`);
  const settings = { log_line_prefix: '', log_min_messages: 'error', fsync: 'off', log_checkpoints: 'off' };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { stdout, stderr } = run('postgres', ['--single', '-j', '-D', data, ...options, 'postgres'], input.join(''));

  const said = stderr.split(/^(?=(?:ERROR|FATAL|PANIC): )/m);
  const elsewhere = said.find((text) => /^(ERROR|FATAL|PANIC): /.test(text) && !text.includes('PREPARE statement_'));
  if (elsewhere) throw new Error(elsewhere);
  const prepared = new Set([...stdout.matchAll(/name = "(statement_\d+)"/g)].map(([, name]) => name));
  return new Map(
    statements.flatMap((sql, n) => {
      const name = `statement_${n}`;
      if (prepared.has(name)) return [];
      const refusal = said.find((text) => text.includes(`PREPARE ${name} AS`));
      return [[sql, refusal ?? `Not prepared, or with a boolean as a parameter: ${sql}`]];
    }),
  );
}

/** The service sends no booleans, only integers. */
const withoutBooleans = "SELECT name FROM pg_prepared_statements WHERE 'boolean'::regtype <> ALL (parameter_types)";

/** Replaces the parameters by PostgreSQL's numbered ones: one number for each name. */
function withNumbers(sql: string): string {
  const names = [...new Set([...sql.matchAll(/@(\w+)/g)].map(([, name]) => name))];
  return sql.replace(/@(\w+)/g, (_, name) => `$${names.indexOf(name) + 1}`);
}
