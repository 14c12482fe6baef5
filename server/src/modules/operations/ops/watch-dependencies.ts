import {
  type DirectTries,
  drainSpool,
  openSpoolIn,
  type RaisingDeps,
  raise,
  type Spooled,
} from '#modules/incidents'
import { runEvery, runLoop } from '#platform/leases'
import type { Dependencies, DependencyReading } from './dependencies.ts'

type Watched = Omit<RaisingDeps, 'spool'> & {
  readonly dependencies: Dependencies
  /** False while the database may have no tables yet. */
  readonly isOpen: () => boolean
  /** The folder in which a process stores what the database cannot. */
  readonly dataDir: string
}

export type Watch = {
  /** Writes down what an earlier process could not. */
  drain(): Promise<void>
  stop(): Promise<void>
}

const lookEveryMs = 5_000
/** This many consecutive checks must fail: one lost packet alerts nobody. */
const looksUntilRaised = 3

/** Reports a database or cache that is unavailable, even while no database can store the incident. */
export async function watchAndReport(deps: Watched): Promise<Watch> {
  const { log } = deps
  const spool = await openSpoolIn(deps.dataDir, log)
  const raising: RaisingDeps = { ...deps, spool }
  const tries: DirectTries = new Map()
  const looks = new Map<string, number>()
  const stopping = new AbortController()
  let draining: Promise<unknown> = Promise.resolve()
  /** Drains run one after the other, so that two of them do not write the same incident. */
  const drain = (signal: AbortSignal): Promise<number> => {
    const turn = draining.then(() => drainSpool(raising, tries, signal))
    draining = turn.catch(() => undefined)
    return turn
  }
  const loops = [
    runEvery({
      name: 'incidents.watch_dependencies',
      everyMs: lookEveryMs,
      work: async () => {
        for (const reading of await deps.dependencies.read()) {
          await judge(raising, deps.isOpen, looks, reading)
        }
      },
      log,
    }),
    runLoop({
      name: 'incidents.drain_spool',
      work: drain,
      idleMsMin: 1_000,
      idleMsMax: 5_000,
      log,
    }),
  ]
  return {
    drain: async () => {
      await drain(stopping.signal)
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
      await spool.close()
    },
  }
}

async function judge(
  deps: RaisingDeps,
  isOpen: () => boolean,
  looks: Map<string, number>,
  { name, status, error }: DependencyReading,
): Promise<void> {
  const before = looks.get(name)
  if (status !== 'down') {
    // This also happens at the first check: the process that raised the incident may have died since.
    const mayBeOpen = before === undefined || before >= looksUntilRaised
    if (!mayBeOpen || (isOpen() && (await end(deps, name)))) looks.set(name, 0)
    return
  }
  const seen = (before ?? 0) + 1
  looks.set(name, seen)
  if (seen < looksUntilRaised) return
  await raise(deps, {
    key: 'platform.dependency-down',
    severity: name === 'database' ? 'critical' : 'warning',
    summary: `The ${name} does not answer.`,
    details: { dependency: name, error: error ?? '' },
    dedupeKey: name,
    now: deps.now(),
  })
}

/**
 * Returns false if the end cannot be written: then the next check tries again. Spooled incidents must be written
 * first.
 */
async function end(
  { database, incidents, spool, now, log }: RaisingDeps,
  name: string,
): Promise<boolean> {
  const over = { key: 'platform.dependency-down', dedupeKey: name, now: now() } as const
  const isSpooled = ({ sighting: { key, dedupeKey } }: Spooled) =>
    key === over.key && dedupeKey === name
  if (spool.waiting().some(isSpooled)) return false
  try {
    await database.transaction((tx) => incidents.resolve(tx, over))
    return true
  } catch (error) {
    log.warn({ err: error, dependency: name }, 'That it is back could not be written down yet.')
    return false
  }
}
