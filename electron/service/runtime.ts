/** What runs the program: Electron or Node, with its version. */
export const runtime = (): string =>
  process.versions.electron ? `Electron ${process.versions.electron}` : `Node ${process.versions.node}`;
