import type { Tx } from '#platform/db'
import type { Run } from './run.ts'
import { writeStep } from './step-store.ts'

/** Ends a locked run. Its worker notices at its next write that it has lost the run. */
export async function cancelLocked(tx: Tx, run: Run, at: Date): Promise<void> {
  const { offers, offersChanged } = run
  await writeStep(tx, run, {
    events: [{ kind: 'crawl.ended', data: { state: 'CANCELLED', offers, offersChanged } }],
    end: { state: 'CANCELLED', at, failure: undefined },
  })
}
