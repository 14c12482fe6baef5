import { join } from 'node:path'
import {
  drainSpool,
  memorySpool,
  openSpool,
  type RaisingDeps,
  raise,
  type Spool,
  type Spooled,
} from '#modules/incidents'
import type { Dependencies, DependencyReading } from '#modules/ops'
import { runLoop } from '#platform/leases'

type Watched = Omit<RaisingDeps, 'spool'> & {
  readonly dependencies: Dependencies
  /** Before that there may be no tables yet. */
  readonly isOpen: () => boolean
  /** Of the folder in which a process keeps what the database cannot hold. */
  readonly dataDir: string
}

const lookEveryMs = 5_000
/** So many looks in a row must find it down: one lost packet wakes nobody. */
const looksUntilRaised = 3

/** Tells the operators of a database or cache that is away, even while there is no database to keep that in. */
export async function watchAndTell(deps: Watched): Promise<{ stop(): Promise<void> }> {
  const spool = await spoolIn(deps)
  const raising: RaisingDeps = { ...deps, spool }
  const tries = new Map<string, { readonly made: number; readonly dueAt: Date }>()
  const looks = new Map<string, number>()
  const { log } = deps
  const loops = [
    runLoop({
      name: 'incidents.watch_dependencies',
      work: async () => {
        for (const reading of await deps.dependencies.read()) {
          await judge(raising, deps.isOpen, looks, reading)
        }
        return 0
      },
      idleMsMin: lookEveryMs,
      idleMsMax: lookEveryMs,
      log,
    }),
    runLoop({
      name: 'incidents.drain_spool',
      work: (signal) => drainSpool(raising, tries, signal),
      idleMsMin: 1_000,
      idleMsMax: 5_000,
      log,
    }),
  ]
  return {
    stop: async () => {
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
    // At the first look as well: whoever raised it may have died since.
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

/** False while it cannot be written down: then the next look tries again. What is spooled must be there first. */
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

async function spoolIn({ dataDir, log }: Watched): Promise<Spool> {
  try {
    return await openSpool(join(dataDir, 'spool'), log)
  } catch (error) {
    log.warn({ err: error }, 'No file can be kept for incidents: they are held in memory.')
    return memorySpool()
  }
}
