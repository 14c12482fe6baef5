import { after, secondsMs } from '#kernel/time'
import type { Conn, Database, Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { type Dispatch, deliveryTopic } from './delivery.ts'
import { type Freed, findWaiting, freeFirst, type InLine } from './line-store.ts'
import type { Return } from './queue-store.ts'

/** Deliveries behind one another are checked again this far apart. */
const apartMs = 100
/**
 * Whoever finishes the first delivery makes the next one due with it, so this is only for lines that end in another
 * way. The interval is long because the whole line is checked: a long line must not keep workers from deliveries that
 * may go.
 */
const lookAgainMs = secondsMs(30)

/**
 * Separates deliveries that wait for an earlier one about the same entity, for ordered endpoints. The first of a line
 * is its earliest unfinished delivery, even if it is leased or held: so the order holds however many processes send,
 * and whichever of them dies. Costs nothing if no endpoint is ordered.
 */
export async function sortLines(
  conn: Conn,
  dispatches: readonly Dispatch[],
  now: Date,
): Promise<{ first: Dispatch[]; waiting: Return[] }> {
  const lined = dispatches.filter(isInLine)
  if (lined.length === 0) return { first: [...dispatches], waiting: [] }
  const ahead = new Map((await findWaiting(conn, lined)).map((one) => [one.id, one]))
  const behind = new Map<string, number>()
  const waiting = lined.flatMap((dispatch) => {
    const one = ahead.get(dispatch.id)
    if (!one) return []
    const key = `${dispatch.endpointId} ${dispatch.line.key}`
    const n = behind.get(key) ?? 0
    behind.set(key, n + 1)
    const dueMs = Math.max(one.firstIsDueAt?.getTime() ?? 0, after(now, lookAgainMs).getTime())
    return [{ dispatch, availableAt: new Date(dueMs + n * apartMs) }]
  })
  return { first: dispatches.filter(({ id }) => !ahead.has(id)), waiting }
}

/** After these deliveries were returned, makes the new first ones due. */
export async function moveUp(
  database: Database,
  dispatches: readonly Dispatch[],
  now: Date,
): Promise<void> {
  const lined = dispatches.filter(isInLine)
  if (lined.length === 0) return
  await database.transaction((tx) => freeAndRing(tx, lined, now))
}

/**
 * Records the outcomes of deliveries and makes those behind the finished ones due, in one transaction: if the worker
 * dies right after it, no delivery waits forever. A worker that has the first delivery may have checked before our
 * commit and put it back after it: for those lines the step runs once more.
 */
export async function recordAndMoveUp<Result>(
  database: Database,
  over: readonly Dispatch[],
  now: Date,
  record: (conn: Conn) => Promise<Result>,
): Promise<{ readonly recorded: Result; readonly again: readonly Dispatch[] }> {
  const lined = over.filter(isInLine)
  if (lined.length === 0) return { recorded: await record(database.pool), again: [] }
  return database.transaction(async (tx) => {
    const recorded = await record(tx)
    const { taken } = await freeAndRing(tx, lined, now)
    return { recorded, again: taken > 0 ? lined : [] }
  })
}

async function freeAndRing(tx: Tx, lined: readonly InLine[], now: Date): Promise<Freed> {
  const freed = await freeFirst(tx, lined, now)
  if (freed.freed > 0) ringAfterCommit(tx, deliveryTopic)
  return freed
}

function isInLine(dispatch: Dispatch): dispatch is Dispatch & InLine {
  return dispatch.line !== undefined
}
