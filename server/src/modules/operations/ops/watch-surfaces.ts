import type { Incidents } from '#modules/incidents'
import type { Database } from '#platform/db'
import { type Loop, runEvery, type WorkLog } from '#platform/leases'
import type { Outbound } from '#platform/net'
import { type Judgement, judgeSurface, type SurfaceName, surfaceNames } from './judge-surface.ts'

type Answer = Parameters<typeof judgeSurface>[0]

/** Reads a surface. Throws if it cannot be read. */
export type ReadSurface = (name: SurfaceName, signal: AbortSignal) => Promise<Answer>

export type SurfaceWatch = {
  readonly database: Database
  readonly incidents: Incidents
  readonly read: ReadSurface
  /** The sections that a surface has in this release. */
  readonly expected: (name: SurfaceName) => readonly string[]
  readonly now: () => Date
  readonly log: WorkLog
}

const lookEveryMs = 60_000
/** This many consecutive checks must find the same: one slow second, or a restarting process, alerts nobody. */
const looksUntilRaised = 2

const words = {
  stale: { key: 'ops.surface-stale', word: 'stale' },
  incomplete: { key: 'ops.surface-incomplete', word: 'incomplete' },
} as const
type Trouble = keyof typeof words

/** Reads both health surfaces every minute, and reports a surface that is incomplete or stale. */
export function watchSurfaces(watch: SurfaceWatch): Loop {
  return runEvery({
    name: 'ops.watch_surfaces',
    everyMs: lookEveryMs,
    work: surfaceLooker(watch),
    log: watch.log,
  })
}

/** One check of both. It remembers the results of the checks before. */
export function surfaceLooker(watch: SurfaceWatch): (signal: AbortSignal) => Promise<void> {
  const badLooks = new Map<string, number>()
  return async (signal) => {
    for (const name of surfaceNames) {
      const judgement = await judgementOf(watch, name, signal)
      if (signal.aborted) return
      if (judgement === 'reported_already') continue
      for (const trouble of ['stale', 'incomplete'] as const) {
        const found = judgement[trouble]
        if (found !== 'unknown') await judge(watch, badLooks, { name, trouble, found })
      }
    }
  }
}

/** A surface that cannot be read is stale. Whether it is incomplete is unknown: the previous result stands. */
type Unread = { readonly stale: readonly string[]; readonly incomplete: 'unknown' }

async function judgementOf(
  { read, expected, now }: SurfaceWatch,
  name: SurfaceName,
  signal: AbortSignal,
): Promise<Judgement | Unread | 'reported_already'> {
  try {
    return judgeSurface(await read(name, signal), expected(name), now())
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { stale: [`it cannot be read: ${message.slice(0, 100)}`], incomplete: 'unknown' }
  }
}

type Finding = {
  readonly name: SurfaceName
  readonly trouble: Trouble
  readonly found: readonly string[]
}

async function judge(
  { database, incidents, now }: SurfaceWatch,
  badLooks: Map<string, number>,
  { name, trouble, found }: Finding,
): Promise<void> {
  const { key, word } = words[trouble]
  const place = `${name} ${trouble}`
  const before = badLooks.get(place)
  if (found.length === 0) {
    // This also happens at the first check: the process that raised the incident may have died since.
    if (before === undefined || before >= looksUntilRaised) {
      const end = { key, dedupeKey: name, now: now() }
      await database.transaction((tx) => incidents.resolve(tx, end))
    }
    badLooks.set(place, 0)
    return
  }
  const seen = (before ?? 0) + 1
  badLooks.set(place, seen)
  if (seen < looksUntilRaised) return
  await database.transaction((tx) =>
    incidents.notify(tx, {
      key,
      severity: 'warning',
      summary: `/health/${name} is ${word}: ${found.join('; ')}.`,
      details: { surface: `/health/${name}`, found: [...found] },
      dedupeKey: name,
      now: now(),
    }),
  )
}

const timeoutMs = 10_000
const largestAnswerBytes = 1_000_000

/** Reads the surfaces of an API elsewhere, over the route that operators use. */
export function readOver(outbound: Outbound, apiBaseUrl: string, token: string): ReadSurface {
  const base = apiBaseUrl.replace(/\/+$/, '')
  return async (name, signal) => {
    const { status, body } = await outbound.request({
      url: `${base}/health/${name}`,
      method: 'GET',
      headers: { authorization: `Bearer ${token}` },
      timeoutMs,
      maxBodyBytes: largestAnswerBytes,
      audience: 'operator',
      signal,
    })
    if (status !== 200) throw new Error(`status ${status}`)
    return JSON.parse(body.toString('utf8')) as Answer
  }
}
