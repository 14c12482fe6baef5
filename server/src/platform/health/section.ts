import { after, secondsMs } from '#kernel/time'

/** A problem and what to do about it. An operator reads this text, not a log. */
export type Problem = {
  readonly code: string
  readonly message: string
  readonly since: string
  readonly action: string
  /** What its sentence in other languages names beside the metrics of the section. It is not shown by itself. */
  readonly names?: Readonly<Record<string, string>>
}

export type SectionReading = {
  readonly metrics: Readonly<Record<string, number | boolean>>
  readonly problems: readonly Problem[]
  /** True: a part of the area does not work, and it is too early for a problem that an operator must solve. */
  readonly isDegraded?: boolean
}

/**
 * Figures of records count no further, so that a reading costs the same after years: the oldest records are read first,
 * and with them their age.
 */
export const countedMax = 10_000
/** The same for what ended in a day, where one index has all that is read. */
export const countedInDayMax = 100_000

/** One section of the health surfaces. Each module exports its own, and the composition root passes them to `ops`. */
export type Probe = {
  readonly name: string
  readonly surfaces: readonly ('detailed' | 'ops')[]
  /** The metric that stands for the section where there is room for one figure. Its last 24 hours are kept. */
  readonly headline?: string
  read(): Promise<SectionReading>
}

export type Section = {
  readonly status: 'ok' | 'degraded' | 'unknown'
  readonly generatedAt: string
  readonly metrics: Readonly<Record<string, number | boolean>>
  readonly problems: readonly Problem[]
  /** Why the section could not be read. */
  readonly reason?: string
}

/** A section that fails is `unknown` with the reason. */
export async function readSection(probe: Probe, now: () => Date): Promise<Section> {
  const at = now()
  try {
    const { metrics, problems, isDegraded = false } = await probe.read()
    const status = isDegraded || problems.length > 0 ? 'degraded' : 'ok'
    return { status, generatedAt: at.toISOString(), metrics, problems }
  } catch (error) {
    return unknownSection(at, error instanceof Error ? error.message : String(error))
  }
}

export function unknownSection(at: Date, reason: string): Section {
  return { status: 'unknown', generatedAt: at.toISOString(), metrics: {}, problems: [], reason }
}

const patienceMs = 1_000

/** For what answers at once when it works, such as a ping. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${patienceMs} ms.`)), patienceMs)
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}

/** `1 run is`, `2 runs are`: the count at the start of a sentence. */
export function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** A time some seconds ago, as the health surfaces write it: ISO 8601. */
export function secondsBefore(now: Date, seconds: number): string {
  return after(now, -secondsMs(seconds)).toISOString()
}

/** Returns the problem in a list if it exists, to be spread into the list of problems. */
export function problemIf(isProblem: boolean, problem: Problem): Problem[] {
  return isProblem ? [problem] : []
}
