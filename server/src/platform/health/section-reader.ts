import { type Clock, secondsMs } from '#kernel/time'
import { type Probe, readSection, type Section, unknownSection } from './section.ts'

/** Reads a section, or returns its last reading while a busy machine keeps a new one waiting. */
export type SectionReader = (probe: Probe) => Promise<Section>

export type SectionReaderOptions = {
  readonly now: Clock
  /** How much slower the database answers than a quiet one: 1 or more. Measured only when a section seems to work too long. */
  readonly slowness: () => Promise<number>
  /** For how long this thread has waited in all, in milliseconds. What else it did meanwhile is not the work of a section. */
  readonly waitedMs?: () => number
  /** How long a reader waits for a new reading before it takes the last one. */
  readonly patienceMs?: number
  /** After this time a reading hangs, however busy the machine is. */
  readonly hangsAfterMs?: number
}

const workMsMax = secondsMs(1)
/** The watcher of the surfaces reports a section that is older than a minute. */
const ageMsMax = secondsMs(45)

type Kept = {
  last?: { readonly section: Section; readonly at: number }
  reading?: Promise<Section>
}

/**
 * Simultaneous readers share a reading, and it continues after they have left. A section is `unknown` if it fails, or if its own
 * work takes over a second. Other work of this thread does not count, and a slow database counts as a quiet one would.
 */
export function createSectionReader(options: SectionReaderOptions): SectionReader {
  const { now, patienceMs = secondsMs(1), hangsAfterMs = secondsMs(20) } = options
  const keptOf = new Map<Probe, Kept>()

  const begin = async (probe: Probe, kept: Kept): Promise<Section> => {
    const at = now().getTime()
    const section = await readWithinWork(probe, options)
    kept.last = { section, at }
    delete kept.reading
    return section
  }

  return async (probe) => {
    const kept = keptOf.get(probe) ?? {}
    keptOf.set(probe, kept)
    kept.reading ??= begin(probe, kept)
    const fresh = await waitAtMost(kept.reading, patienceMs)
    if (fresh) return fresh
    const { last } = kept
    if (last && now().getTime() - last.at <= ageMsMax) return last.section
    const late = kept.reading && (await waitAtMost(kept.reading, hangsAfterMs))
    return late ?? unknownSection(now(), `No answer within ${hangsAfterMs / 1_000} s.`)
  }
}

const waitedByThread = () => performance.eventLoopUtilization().idle

async function readWithinWork(
  probe: Probe,
  { now, slowness, waitedMs = waitedByThread }: SectionReaderOptions,
): Promise<Section> {
  const before = waitedMs()
  const section = await readSection(probe, now)
  const waited = waitedMs() - before
  if (section.status === 'unknown' || waited <= workMsMax) return section
  const workMs = waited / (await slowness().catch(() => 1))
  if (workMs <= workMsMax) return section
  const seconds = (workMs / 1_000).toFixed(1)
  return unknownSection(now(), `Its own work took ${seconds} s. It may take 1 s.`)
}

/** Undefined: the work has not ended in this time. It goes on. */
async function waitAtMost<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, waited])
  } finally {
    clearTimeout(timer)
  }
}
