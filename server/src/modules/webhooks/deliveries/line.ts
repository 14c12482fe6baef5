import { after, secondsMs } from '#kernel/time'
import type { Conn, Database, Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { type Dispatch, deliveryTopic } from './delivery.ts'
import { type Freed, findWaiting, freeFirst, type InLine } from './line-store.ts'
import type { Return } from './queue-store.ts'

/** Of those behind one another, each looks again so much later. */
const apartMs = 100
/**
 * Whoever finishes the first makes the next one due with it. This is for what is ended otherwise, and long, because
 * all of a line looks: a long one must not keep the workers from what may go.
 */
const lookAgainMs = secondsMs(30)

/**
 * Sorts out what waits for an earlier delivery about the same entity, at an endpoint that is called in order. The first
 * of a line is whoever is not finished, leased by anybody or held: so the order holds however many processes send,
 * and whichever of them ends. Costs nothing where nobody asked for order.
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

/** After these were given back: whoever is first now is due. */
export async function moveUp(
  database: Database,
  dispatches: readonly Dispatch[],
  now: Date,
): Promise<void> {
  const lined = dispatches.filter(isInLine)
  if (lined.length === 0) return
  await database.transaction((tx) => free(tx, lined, now))
}

/**
 * Records what has become of deliveries and makes those behind the finished ones due, in one transaction: a worker that
 * ends right after it leaves nobody waiting. A first that another worker has in hand may have looked before our commit,
 * and be put back after it: for those it is done once more.
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
    const { taken } = await free(tx, lined, now)
    return { recorded, again: taken > 0 ? lined : [] }
  })
}

async function free(tx: Tx, lined: readonly InLine[], now: Date): Promise<Freed> {
  const freed = await freeFirst(tx, lined, now)
  if (freed.freed > 0) ringAfterCommit(tx, deliveryTopic)
  return freed
}

function isInLine(dispatch: Dispatch): dispatch is Dispatch & InLine {
  return dispatch.line !== undefined
}
