import { newId } from '#kernel/id'
import { after, secondsMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { deliveryTopic } from '../deliveries/delivery.ts'
import type { Replay } from './replay.ts'
import { findMissing, recordMissing } from './replay-missing.ts'
import { noteStep, type Step, takeDue } from './replay-record-store.ts'
import { insertReplaysOfWindow } from './replay-store.ts'

/** One step makes as many deliveries as go out in this time. */
const stepMs = secondsMs(1)

/**
 * Makes one step of the replay that has waited longest: as many deliveries as its rate allows in a second. The
 * deliveries, the position and the count are one transaction, so that a process that dies in between repeats nothing.
 * Returns how many replays it has advanced.
 */
export async function advanceDue(database: Database, now: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const replay = await takeDue(tx, now)
    if (!replay) return 0
    if (await advance(tx, replay, now)) auditEnd(tx, replay, now)
    return 1
  })
}

/** Returns true if the replay is complete. */
export async function advance(tx: Tx, replay: Replay, now: Date): Promise<boolean> {
  const step = replay.missing
    ? await stepOfMissing(tx, replay, now)
    : await stepOfWindow(tx, replay, now)
  await noteStep(tx, replay, step, now)
  if (step.replayed > 0) ringAfterCommit(tx, deliveryTopic)
  return step.next === 'finished'
}

function auditEnd(tx: Tx, replay: Replay, now: Date): void {
  recordAudit(tx, {
    companyId: replay.companyId,
    action: 'webhooks.replay_finished',
    target: { type: 'webhook', id: replay.endpointId },
    outcome: 'done',
    details: { replayId: replay.id, matched: replay.matched },
    now,
  })
}

async function stepOfWindow(tx: Tx, replay: Replay, now: Date): Promise<Step> {
  const { chosen, replayed, lastId } = await insertReplaysOfWindow(tx, replay, {
    idBase: newId('dlv', now),
    now,
  })
  const isOver = chosen < replay.perSecond
  return {
    replayed,
    place: lastId === undefined ? replay.place : { at: undefined, id: lastId },
    next: isOver ? 'finished' : after(now, stepMs),
  }
}

async function stepOfMissing(tx: Tx, replay: Replay, now: Date): Promise<Step> {
  const { companyId, endpointId, since, until, types, perSecond, place } = replay
  const window = { companyId, endpointId, since, until, types: types ?? [] }
  const from = place && { occurredAt: place.at ?? since, id: place.id }
  const { missing, last, isEnd } = await findMissing(tx, window, perSecond, from)
  const replayed = await recordMissing(tx, replay, missing, now)
  return {
    replayed,
    place: last ? { at: last.occurredAt, id: last.id } : place,
    next: isEnd ? 'finished' : after(now, stepMs),
  }
}
