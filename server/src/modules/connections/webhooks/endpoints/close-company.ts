import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { deliveryTopic } from '../deliveries/delivery.ts'
import {
  holdWaiting,
  pauseForClosing,
  resumeAfterClosing,
  resumeHeld,
} from '../deliveries/hold-store.ts'

/** A participant: from the commit on nothing is sent for the company. Present and new deliveries are HELD. */
export async function holdForClosing(tx: Tx, companyId: string, now: Date): Promise<void> {
  for (const endpointId of await pauseForClosing(tx, companyId, now)) {
    await holdWaiting(tx, companyId, endpointId)
  }
}

/** A participant: held deliveries are sent within their retention, and keep the attempts that they have made. */
export async function releaseAfterClosing(tx: Tx, companyId: string, now: Date): Promise<void> {
  for (const endpointId of await resumeAfterClosing(tx, companyId, now)) {
    await resumeHeld(tx, companyId, endpointId, now)
  }
  ringAfterCommit(tx, deliveryTopic)
}
