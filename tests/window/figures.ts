import type { Page } from '@playwright/test';

export type Figures = { nodes: number; heapBytes: number; listeners: number };

/** Measures what a page holds once everything that can go is gone. */
export async function measuring(page: Page): Promise<() => Promise<Figures>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  return async () => {
    // What weak references and finalizers hold goes with the next collections.
    for (let turn = 0; turn < 4; turn += 1) await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const figure = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return { nodes: figure('Nodes'), heapBytes: figure('JSHeapUsedSize'), listeners: figure('JSEventListeners') };
  };
}
