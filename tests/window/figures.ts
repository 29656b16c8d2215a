import type { CDPSession, Page } from '@playwright/test';

export type Figures = { nodes: number; heapBytes: number; listeners: number };

/** Measures a page's memory after garbage collection. */
export async function measuring(page: Page): Promise<() => Promise<Figures>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  return async () => {
    // Objects in weak references and finalizers are freed by the next collections.
    for (let turn = 0; turn < 4; turn += 1) await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const figure = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return { nodes: figure('Nodes'), heapBytes: await heapBytes(cdp), listeners: figure('JSEventListeners') };
  };
}

type Snapshot = { snapshot: { meta: { node_fields: string[]; node_types: [string[]] } }; nodes: number[] };

/**
 * The heap without compiled code: every function that a test evaluates in the page is compiled, and kept for the
 * debugger.
 */
async function heapBytes(cdp: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const keep = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', keep);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields, node_types } = snapshot.meta;
  const [type, size] = [node_fields.indexOf('type'), node_fields.indexOf('self_size')];
  const code = node_types[0].indexOf('code');
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += node_fields.length) {
    if (nodes[at + type] !== code) bytes += nodes[at + size] ?? 0;
  }
  return bytes;
}
