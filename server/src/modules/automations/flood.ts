import { after, daysMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import type { Deps } from './deps.ts'
import { markTold } from './held-store.ts'
import type { Claimed } from './queue-store.ts'
import { heldDays } from './run.ts'
import { tellAdmins } from './tell-admins.ts'

/** Participant. That runs are held is told once, until somebody has released them. */
export async function tellFlood(
  deps: Pick<Deps, 'adminsOf'>,
  tx: Tx,
  { run, automationName, runsPerMinute }: Claimed,
  now: Date,
): Promise<void> {
  const since = after(now, -daysMs(heldDays))
  // Not again while what was told of may still be held.
  if (!(await markTold(tx, run, 'flood_told_at', { now, since }))) return
  await tellAdmins(deps, tx, {
    run,
    automationName,
    subject: `Runs of "${automationName}" are held`,
    message: `The automation "${automationName}" (${run.automationId}) was to run more than ${runsPerMinute} times in a minute. Further runs are held, and none is lost. Release them to run them. After ${heldDays} days a held run expires.`,
    key: `held/${run.automationId}/${now.getTime()}`,
    now,
  })
}
