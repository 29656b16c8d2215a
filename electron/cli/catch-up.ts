import { measuring } from '../service/resources/calls/calls';
import { planDraws } from '../service/resources/judgement/plans';
import { openExistingArchive } from './archive';
import { type Called, folderOf } from './table';

/** Does once what is due: draws plans, and measures the talk of calls. */
export async function catchUp({ values }: Called): Promise<void> {
  const service = await openExistingArchive(folderOf(values));
  try {
    const { draws, reports, failed: undrawn } = await service.part(planDraws).caughtUp();
    const { measured: talk, waiting, failed: unmeasured } = await service.part(measuring).caughtUp();
    const failed = undrawn + unmeasured;
    process.stdout.write(`${JSON.stringify({ draws, reports, talk, waiting, failed })}\n`);
  } finally {
    await service.close();
  }
}
