/** The two surfaces, by the names in their addresses. */
export const surfaceNames = ['ops', 'detailed'] as const
export type SurfaceName = (typeof surfaceNames)[number]

/** What is wrong with an answer itself, whatever it says about the service. */
export type Judgement = {
  /** Sections that are too old, each with its age. */
  readonly stale: readonly string[]
  /** Sections that are missing or could not be read. */
  readonly incomplete: readonly string[]
}

/** The answer of another process may use another clock, or come from a cache. */
const answerAgeMsMax = 120_000
const sectionAgeMsMax = 60_000

type Answer = {
  readonly time?: unknown
  readonly dependencies?: unknown
} & Readonly<Record<string, unknown>>

/**
 * `expected`: the sections of this release. The database has its own incident, so its sections are not reported
 * again.
 */
export function judgeSurface(
  answer: Answer,
  expected: readonly string[],
  now: Date,
): Judgement | 'reported_already' {
  if (isDatabaseDown(answer)) return 'reported_already'
  const answeredAt = instantOf(answer.time)
  if (answeredAt === undefined) return { stale: ['the answer has no time'], incomplete: [] }
  const answerAgeMs = now.getTime() - answeredAt
  const stale =
    answerAgeMs > answerAgeMsMax ? [`the answer is ${Math.round(answerAgeMs / 1_000)} s old`] : []
  const incomplete: string[] = []
  for (const name of expected) {
    const section = answer[name] as Section | undefined
    const ageMs = answeredAt - (instantOf(section?.generatedAt) ?? answeredAt)
    if (section === undefined) incomplete.push(`${name} is not there`)
    else if (section.status === 'unknown') {
      incomplete.push(`${name} cannot be read: ${String(section.reason).slice(0, 100)}`)
    } else if (ageMs > sectionAgeMsMax) {
      stale.push(`${name} is ${Math.round(ageMs / 1_000)} s old`)
    }
  }
  if (answer.configReadiness === undefined) incomplete.push('configReadiness is not there')
  return { stale, incomplete }
}

type Section = {
  readonly status?: unknown
  readonly generatedAt?: unknown
  readonly reason?: unknown
}

function isDatabaseDown({ dependencies }: Answer): boolean {
  if (!Array.isArray(dependencies)) return false
  return dependencies.some(({ name, status }) => name === 'database' && status === 'down')
}

function instantOf(text: unknown): number | undefined {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}
