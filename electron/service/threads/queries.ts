// Loading a file declares its queries, so that this thread finds them by name.
import.meta.glob(['../resources/**/queries.ts', '../access/queries.ts'], { eager: true });
