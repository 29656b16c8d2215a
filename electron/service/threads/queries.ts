// Loading a file declares its queries, so that this thread can find them by name.
import.meta.glob(['../resources/**/queries.ts', '../resources/**/*.queries.ts', '../access/queries.ts'], {
  eager: true,
});
