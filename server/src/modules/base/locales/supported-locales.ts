import { defaultLocale, type Locale, locales } from '#kernel/locale'
import { type Clock, hoursMs, minutesMs } from '#kernel/time'
import type { Incidents } from '#modules/incidents'
import { type Cache, CacheUnavailable } from '#platform/cache'
import type { Database } from '#platform/db'
import { canonicalTag } from '#platform/locale'
import type { Tallies } from '#platform/tallies'
import type { Log, Metrics } from '#platform/telemetry'

type CacheState = 'unread' | 'sound' | 'missing' | 'corrupt' | 'unavailable'

export type SupportedLocales = {
  /** The list that this process knows, without waiting. It starts a check in the background once a minute. */
  current(): readonly Locale[]
  /** Reads the cached list. It never throws: without a sound list the built-in list serves. */
  check(): Promise<readonly Locale[]>
  /** For the worker: like `check`, and it resolves an incident that another process raised. */
  checkAndResolve(): Promise<void>
  /** What the last check found. */
  state(): CacheState
}

export type SupportedLocalesDeps = {
  readonly cache: Pick<Cache, 'get' | 'set' | 'delete'>
  readonly database: Database
  readonly incidents: Pick<Incidents, 'notify' | 'resolve'>
  readonly metrics: Pick<Metrics, 'counter'>
  readonly tallies: Pick<Tallies, 'add'>
  readonly now: Clock
  readonly log: Pick<Log, 'warn' | 'error'>
}

/** The version is part of the key, so that a new form of the entry does not look corrupt to an older release. */
export const localesKey = 'i18n:supported-locales:v1'
export const corruptTally = 'i18n.locale_cache_corrupt'

const incidentKey = 'i18n.locale.cache-corrupt'
const dedupeKey = 'supported-locales'
const checkedEveryMs = minutesMs(1)
const keptMs = hoursMs(1)
const entryMax = 2_000

export function createSupportedLocales(deps: SupportedLocalesDeps): SupportedLocales {
  const { now, log } = deps
  const reads = deps.metrics.counter(
    'i18n_locale_cache_reads_total',
    'Reads of the cached list of languages, by their outcome: sound, missing, corrupt or unavailable.',
    ['outcome'],
  )
  let known: readonly Locale[] = locales
  let state: CacheState = 'unread'
  let checkedAt = Number.NEGATIVE_INFINITY
  let underWay: Promise<readonly Locale[]> | undefined
  /** Some process may have raised the incident: this one, or one that has ended. */
  let mayBeOpen = true
  let isUnreported = false

  const report = async (): Promise<void> => {
    if (isUnreported) {
      await raise(deps)
      isUnreported = false
      mayBeOpen = true
      return
    }
    if (state !== 'sound' || !mayBeOpen) return
    await deps.database.transaction((tx) =>
      deps.incidents.resolve(tx, { key: incidentKey, dedupeKey, now: now() }),
    )
    mayBeOpen = false
  }
  const checkOnce = async (): Promise<readonly Locale[]> => {
    checkedAt = now().getTime()
    const found = await readList(deps)
    known = found.list
    state = found.state
    if (state === 'corrupt') {
      isUnreported = true
      deps.tallies.add(corruptTally)
    }
    reads.add({ outcome: state })
    await report().catch((error: unknown) => {
      log.error(
        { err: error, key: incidentKey },
        'The incident was neither raised nor resolved. The next check tries again.',
      )
    })
    return known
  }
  const check = () => {
    underWay ??= checkOnce().finally(() => {
      underWay = undefined
    })
    return underWay
  }
  return {
    current: () => {
      if (now().getTime() - checkedAt >= checkedEveryMs) void check()
      return known
    },
    check,
    checkAndResolve: async () => {
      mayBeOpen = true
      await check()
    },
    state: () => state,
  }
}

/** Writes a missing entry, and deletes a corrupt one. */
async function readList({
  cache,
  log,
}: SupportedLocalesDeps): Promise<{ state: CacheState; list: readonly Locale[] }> {
  try {
    const text = await cache.get(localesKey)
    const list = text === undefined ? undefined : listOf(text)
    if (list) return { state: 'sound', list }
    if (text !== undefined) {
      await cache.delete(localesKey)
      return { state: 'corrupt', list: locales }
    }
    await cache.set(localesKey, JSON.stringify(locales), keptMs)
    return { state: 'missing', list: locales }
  } catch (error) {
    if (!(error instanceof CacheUnavailable)) {
      log.warn({ err: error }, 'The cached list of languages was not read.')
    }
    return { state: 'unavailable', list: locales }
  }
}

/** Undefined if the entry is no list of tags with the default among them. A tag of a newer release is left out. */
function listOf(text: string): readonly Locale[] | undefined {
  const tags = parseEntry(text)
  if (!Array.isArray(tags) || tags.length === 0) return undefined
  const isSound = tags.every((tag) => typeof tag === 'string' && canonicalTag(tag) === tag)
  if (!isSound || new Set(tags).size !== tags.length || !tags.includes(defaultLocale))
    return undefined
  return locales.filter((locale) => tags.includes(locale))
}

function parseEntry(text: string): unknown {
  if (text.length > entryMax) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function raise({ database, incidents, now }: SupportedLocalesDeps): Promise<void> {
  await database.transaction((tx) =>
    incidents.notify(tx, {
      key: incidentKey,
      severity: 'warning',
      summary:
        'The cached list of supported languages was corrupt. It was deleted, and the built-in list serves.',
      details: { cacheKey: localesKey },
      dedupeKey,
      now: now(),
    }),
  )
}
