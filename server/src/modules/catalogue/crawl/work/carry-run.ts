import { setTimeout as wait } from 'node:timers/promises'
import type { Tx } from '#platform/db'
import { normaliseAddress } from '../extract/index.ts'
import type { Run } from '../runs/run.ts'
import { lockLiveRun, readBytes } from '../runs/run-store.ts'
import { writeStep } from '../runs/step-store.ts'
import { endRun, type LimitReached } from './end-run.ts'
import { lostUntilAlone, type PageKind, type TakenPage } from './page.ts'
import { insertPages, readFrontier, takePages } from './page-store.ts'
import { readOne } from './read-one.ts'
import { type RunWork, throwRunTaken } from './run-work.ts'

/** Pages of one run that are worked on at the same time: while one is fetched, others are parsed and stored. */
const slotCount = 4
const takenAtOnce = 8
/** How often a run looks for a page whose next attempt is due. */
const lookMsMax = 1_000

const startKinds = { site: 'page', sitemap: 'sitemap', feed: 'feed' } as const satisfies Record<
  string,
  PageKind
>

/** Works on a run until its frontier has no open page. A run that a lost worker had goes on where its rows are. */
export async function carryRun(work: RunWork): Promise<void> {
  const run = await beginRun(work)
  const frontier = await openFrontier(work, run)
  const failing = new AbortController()
  const slot = async () => {
    for (;;) {
      const page = await frontier.next(failing.signal)
      if (!page) return
      try {
        await readOne(work, page)
      } finally {
        frontier.done()
      }
    }
  }
  const slots = Array.from({ length: slotCount }, () =>
    slot().catch((error: unknown) => {
      failing.abort(error)
      throw error
    }),
  )
  const ends = await Promise.allSettled(slots)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failing.signal.reason
  await endRun(work, frontier.limit())
}

/** The first worker that has the run puts its first page into the frontier. */
async function beginRun({ deps, lease, source }: RunWork): Promise<Run> {
  return deps.database.transaction(async (tx: Tx) => {
    const locked = (await lockLiveRun(tx, lease.key, lease.token)) ?? throwRunTaken()
    if (locked.startedAt) return locked
    const at = deps.now()
    const url = normaliseAddress(source.url) ?? source.url
    const first = { url, kind: startKinds[source.kind], depth: 0 }
    await insertPages(tx, lease.key, [first], { now: at, rowsMax: 1 })
    const data = { crawlId: locked.id, sourceId: source.id, url, startedAt: at.toISOString() }
    await writeStep(tx, locked, { startedAt: at, events: [{ kind: 'crawl.started', data }] })
    return { ...locked, startedAt: at }
  })
}

type FrontierReader = {
  /** The next page. Undefined when none is open, or a limit is reached. */
  next(signal: AbortSignal): Promise<TakenPage | undefined>
  /** A page that `next` gave has ended. */
  done(): void
  limit(): LimitReached | undefined
}

/** Gives the open pages to the slots, one slot after the other. */
async function openFrontier(work: RunWork, run: Run): Promise<FrontierReader> {
  const { deps, lease, signal } = work
  const { barrenPagesMax: barrenMax } = deps.limits
  const { requested } = await readFrontier(deps.database.pool, lease.key, barrenMax)
  const limits = limitsOf(work, run, requested)
  const reading = countReading()
  let buffer: TakenPage[] = []
  let turn: Promise<unknown> = Promise.resolve()

  const nextOfBuffer = async () => {
    if (buffer.length === 0) {
      buffer = await takePages(deps.database.pool, lease, {
        now: deps.now(),
        limit: takenAtOnce,
        barrenMax,
      })
    }
    return buffer[0]
  }
  const look = async (failing: AbortSignal): Promise<TakenPage | undefined> => {
    const either = AbortSignal.any([failing, signal])
    for (;;) {
      either.throwIfAborted()
      if (await limits.isReached()) return undefined
      const page = await nextOfBuffer()
      if (page && reading.mayBegin(page)) {
        buffer.shift()
        reading.begin(page)
        limits.count()
        return page
      }
      const { open, nextAt } = await readFrontier(deps.database.pool, lease.key, barrenMax)
      if (open === 0 && reading.count() === 0) return undefined
      const dueMs = !page && nextAt ? nextAt.getTime() - deps.now().getTime() : lookMsMax
      const pauseMs = Math.min(Math.max(dueMs, 20), lookMsMax)
      // A page that ends may have found others.
      await Promise.race([reading.ended(), wait(pauseMs, undefined, { signal: either })])
    }
  }
  return {
    next: (failing) => {
      const own = turn.then(() => look(failing))
      turn = own.catch(() => undefined)
      return own
    },
    done: reading.end,
    limit: limits.reached,
  }
}

/**
 * Counts the pages that are read now. A page that has lost workers is read while no other page is: so it is known which page has
 * killed them.
 */
function countReading() {
  let count = 0
  let isAlone = false
  let onEnded: (() => void) | undefined
  return {
    count: () => count,
    mayBegin: ({ lostAttempts }: TakenPage) =>
      count === 0 || (!isAlone && lostAttempts < lostUntilAlone),
    begin: ({ lostAttempts }: TakenPage) => {
      count += 1
      isAlone = lostAttempts >= lostUntilAlone
    },
    end: () => {
      count -= 1
      onEnded?.()
    },
    ended: () =>
      new Promise<void>((resolve) => {
        onEnded = resolve
      }),
  }
}

/** The limits of a run, so that no trap keeps a worker for ever. */
function limitsOf({ deps, lease }: RunWork, run: Run, requested: number) {
  const { runPagesMax, runBytesMax, runMs } = deps.limits
  const endsAt = (run.startedAt ?? run.createdAt).getTime() + runMs
  let count = requested
  let reached: LimitReached | undefined
  let lookedAt = 0
  const hasBytes = async () => {
    // The bytes are counted in the row. To look now and then is enough.
    if (count - lookedAt < 20) return true
    lookedAt = count
    return (await readBytes(deps.database.pool, lease.key)) < runBytesMax
  }
  return {
    count: () => {
      count += 1
    },
    isReached: async () => {
      if (count >= runPagesMax) reached ??= 'pages'
      else if (deps.now().getTime() >= endsAt) reached ??= 'time'
      else if (!(await hasBytes())) reached ??= 'bytes'
      return reached !== undefined
    },
    reached: () => reached,
  }
}
