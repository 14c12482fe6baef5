import type { Probe, Section, SectionReader } from '#platform/health'
import type { Metrics } from '#platform/telemetry'

/** One reading of all sections serves a whole scrape, and simultaneous scrapes. */
const freshMs = 5_000

export type Sections = {
  readonly probes: readonly Probe[]
  readonly readSection: SectionReader
  readonly now: () => Date
}

type Named = { readonly name: string; readonly section: Section }

/**
 * The health surfaces as metrics, for alert rules. They are read on scrape. The names are those of sections, their metrics and their problems, so the code limits their number.
 */
export function exposeSections(
  metrics: Pick<Metrics, 'scraped'>,
  { probes, readSection, now }: Sections,
): void {
  let held: { readonly until: number; readonly sections: Promise<Named[]> } | undefined
  const read = (): Promise<Named[]> => {
    const at = now().getTime()
    if (!held || held.until <= at) {
      const sections = Promise.all(
        probes.map(async (probe) => ({
          name: probe.name,
          section: await readSection(probe),
        })),
      )
      held = { until: at + freshMs, sections }
    }
    return held.sections
  }
  metrics.scraped(
    'section_metric',
    'What a section of the health surfaces counts.',
    ['section', 'name'],
    async () =>
      (await read()).flatMap(({ name: section, section: { metrics: counted } }) =>
        Object.entries(counted).map(([name, value]) => ({
          labels: { section, name },
          value: Number(value),
        })),
      ),
  )
  metrics.scraped(
    'section_unread',
    '1 where a section of the health surfaces could not be read.',
    ['section'],
    async () =>
      (await read()).map(({ name: section, section: { status } }) => ({
        labels: { section },
        value: status === 'unknown' ? 1 : 0,
      })),
  )
  metrics.scraped(
    'section_problem_seconds',
    'For how long there has been a problem that a section of the health surfaces shows.',
    ['section', 'code'],
    async () =>
      (await read()).flatMap(({ name: section, section: { problems } }) =>
        [...longestByCode(problems, now())].map(([code, value]) => ({
          labels: { section, code },
          value,
        })),
      ),
  )
}

/** Several problems may have one code, such as each subscription that is behind. */
function longestByCode(problems: Section['problems'], now: Date): Map<string, number> {
  const byCode = new Map<string, number>()
  for (const { code, since } of problems) {
    const seconds = Math.max(0, (now.getTime() - Date.parse(since)) / 1_000)
    byCode.set(code, Math.max(byCode.get(code) ?? 0, seconds))
  }
  return byCode
}
