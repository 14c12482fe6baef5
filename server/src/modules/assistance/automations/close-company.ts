import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { runTopic } from './running/run.ts'
import { deleteClosingSwitch, insertClosingSwitch } from './watch/switch-store.ts'

/**
 * A participant: no run starts in the name of a closed company. New runs are held, as by an operator's kill switch.
 */
export async function switchOffForClosing(tx: Tx, companyId: string, now: Date): Promise<void> {
  await insertClosingSwitch(tx, companyId, now)
}

/** A participant: held runs continue by themselves, unless an operator's kill switch is on too. */
export async function switchOnAfterClosing(tx: Tx, companyId: string): Promise<void> {
  await deleteClosingSwitch(tx, companyId)
  ringAfterCommit(tx, runTopic)
}
