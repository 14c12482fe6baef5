import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { runTopic } from './run.ts'
import { deleteClosingSwitch, insertClosingSwitch } from './switch-store.ts'

/** A participant: nothing is begun in the name of a closed company. What comes in is held, as by an operator's switch. */
export async function switchOffForClosing(tx: Tx, companyId: string, now: Date): Promise<void> {
  await insertClosingSwitch(tx, companyId, now)
}

/** A participant: what was held goes on by itself, unless an operator had switched it off too. */
export async function switchOnAfterClosing(tx: Tx, companyId: string): Promise<void> {
  await deleteClosingSwitch(tx, companyId)
  ringAfterCommit(tx, runTopic)
}
