import type { Database } from '#platform/db'
import type { Wake } from '#platform/wake'
import { aloneOf } from './alone.ts'
import { claim, leaseFor } from './claim.ts'
import type { Lease, Queue, RowKey } from './queue.ts'
import { type Loop, runLoop, type WorkLog } from './run-loop.ts'

export type PlacesDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly log: WorkLog
  readonly wake?: Wake
}

export type PlacesOptions<Row> = {
  readonly name: string
  /** A ring on any of these ends the pause. */
  readonly topics?: readonly string[]
  readonly queue: Queue
  /** How many rows this process works on at once. */
  readonly places: number
  /**
   * At most `max` rows with the same value in such a column are worked on at once, so that one owner cannot hold up the others. A
   * row that has left its place counts too.
   */
  readonly shares?: readonly { readonly column: string & keyof Row; readonly max: number }[]
  /** Works on one row to the end. It never throws. `leavePlace`: from now on the row mostly waits, and needs no place. */
  readonly carry: (
    row: Row,
    lease: Lease,
    stopping: AbortSignal,
    leavePlace: () => void,
  ) => Promise<unknown>
  /** How many rows may have left their places. Further ones keep theirs. */
  readonly waitingMax?: number
  /** Runs after each claim that took rows. */
  readonly onClaimed?: () => void
  readonly idleMsMax?: number
}

/**
 * Works on several rows of a queue at once, and claims another as soon as a place is free: a slow row holds up no other. Any number
 * of processes may do it. A row over which processes have died is worked on alone among such rows, beside the other rows: people
 * wait for them.
 */
export function runPlaces<Row extends RowKey>(
  deps: PlacesDeps,
  options: PlacesOptions<Row>,
): Pick<Loop, 'stop'> {
  const { database, now, log, wake } = deps
  const { name, topics, queue, places, shares = [], carry, onClaimed, idleMsMax } = options
  const waiting = countWaiting(options.waitingMax ?? 0)
  const roomLeft = () => places - (running.size - waiting.count())
  const running = new Set<Promise<void>>()
  const owners = shares.map(({ column, max }) => ({ column, max, rows: countOwners() }))
  const stopping = new AbortController()
  const single = aloneOf(deps, queue)

  const start = (work: Promise<unknown>) => {
    const warn = (err: unknown) => log.warn({ err, loop: name }, 'A row could not be claimed.')
    const settled: Promise<void> = work.then(() => undefined, warn)
    const done = settled.finally(() => {
      running.delete(done)
      loop.ring()
    })
    running.add(done)
  }
  const carryInPlace = async (row: Row, lease: Lease) => {
    const place = waiting.placeOf(() => loop.ring())
    for (const { column, rows } of owners) rows.add(row[column])
    try {
      await carry(row, lease, stopping.signal, place.leave)
    } finally {
      place.end()
      for (const { column, rows } of owners) rows.remove(row[column])
    }
  }
  const take = async (lease: Lease, batchMax: number, isAlone: boolean) => {
    const without = owners.map(({ column, max, rows }) => ({ column, values: rows.full(max) }))
    const which = { isAlone, without }
    const rows = await claim<Row>(database.pool, queue, lease, now(), batchMax, which)
    if (rows.length > 0) onClaimed?.()
    return rows
  }

  const loop: Loop = runLoop({
    name,
    ...(wake && { wake }),
    ...(topics && { topics }),
    work: async () => {
      if (roomLeft() > 0 && (await single.waits())) {
        start(single.work<Row>((lease) => take(lease, 1, true), carryInPlace))
      }
      const room = roomLeft()
      if (room <= 0) return 0
      const lease = leaseFor(queue, now())
      // One at a time where owners share the places: the next claim has to know the owner of this row.
      const rows = await take(lease, shares.length > 0 ? 1 : room, false)
      for (const row of rows) start(carryInPlace(row, lease))
      return rows.length
    },
    ...(idleMsMax !== undefined && { idleMsMax }),
    log,
  })
  return {
    stop: async () => {
      stopping.abort()
      await loop.stop()
      await Promise.all(running)
    },
  }
}

/** Counts the rows that have left their places. */
function countWaiting(max: number) {
  let count = 0
  return {
    count: () => count,
    placeOf: (onLeft: () => void) => {
      let isWaiting = false
      return {
        leave: () => {
          if (isWaiting || count >= max) return
          isWaiting = true
          count += 1
          onLeft()
        },
        end: () => {
          if (isWaiting) count -= 1
        },
      }
    },
  }
}

/** Counts the rows of each owner. */
function countOwners() {
  const rows = new Map<unknown, number>()
  return {
    add: (owner: unknown) => void rows.set(owner, (rows.get(owner) ?? 0) + 1),
    remove: (owner: unknown) => {
      const left = (rows.get(owner) ?? 1) - 1
      if (left > 0) rows.set(owner, left)
      else rows.delete(owner)
    },
    full: (max: number) =>
      [...rows].filter(([, count]) => count >= max).map(([owner]) => String(owner)),
  }
}
