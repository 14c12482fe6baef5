import type { ConfigReadiness, Dependency, Incident, Problem, Surface } from '../api-types.ts'
import type { Words } from '../language/words.ts'
import type { Area } from './areas.ts'
import { placeOf, type Rows, rowsOf } from './rows-of.ts'
import { type NamedSection, sectionsOf } from './sections.ts'
import { agoOf, dependencyName, sectionTitle } from './words.ts'

export type Tone = 'critical' | 'warning' | 'info'

/** A problem that needs attention, and what to do about it. */
export type Matter = {
  readonly id: string
  readonly tone: Tone
  readonly title: string
  readonly source: string
  readonly action?: string
  readonly detail?: string
  readonly since?: string
  /** The list with its records, where the operator acts. */
  readonly rows?: Rows
  /** Names the runbook. */
  readonly runbook: string
}

/** A section that is older than this says nothing about the present. */
const staleSeconds = 60

/** All problems that need attention, the most urgent first, then the oldest first. */
export function mattersOf(
  words: Words,
  surface: Surface,
  incidents: readonly Incident[],
  area: Pick<Area, 'shows' | 'concerns' | 'whole'>,
): Matter[] {
  const sections = sectionsOf(surface).filter((section) => area.shows(section.name))
  const byKey = groupByKey(incidents.filter(({ key }) => area.concerns(key)))
  const problems = sections.flatMap((section) => problemsOf(words, section, byKey))
  const ownKeys = new Set(sections.flatMap((section) => section.problems.map(({ code }) => code)))
  const matters = [
    ...(area.whole
      ? surface.dependencies.flatMap((dependency) => dependencyMatter(words, dependency))
      : []),
    ...(area.whole ? missingMatters(words, surface.configReadiness) : []),
    ...problems,
    ...sections.flatMap((section) => unreadMatter(words, section, surface.time)),
    ...[...byKey]
      .filter(([key]) => !ownKeys.has(key))
      .map(([key, fired]) => incidentMatter(words, key, fired)),
  ]
  return matters.sort(
    (one, other) =>
      rank[one.tone] - rank[other.tone] || ageOrder(one).localeCompare(ageOrder(other)),
  )
}

const rank: Readonly<Record<Tone, number>> = { critical: 0, warning: 1, info: 2 }
const ageOrder = ({ since }: Matter) => since ?? ''

function groupByKey(incidents: readonly Incident[]): Map<string, Incident[]> {
  const byKey = new Map<string, Incident[]>()
  for (const incident of incidents) {
    byKey.set(incident.key, [...(byKey.get(incident.key) ?? []), incident])
  }
  return byKey
}

function dependencyMatter(words: Words, dependency: Dependency): Matter[] {
  const { t, milliseconds } = words
  const { status, error, latencyMs } = dependency
  if (status === 'up') return []
  const isDown = status === 'down'
  const name = dependencyName(words, dependency.name)
  return [
    {
      id: `dependency/${dependency.name}`,
      runbook: 'platform.dependency-down',
      rows: placeOf('dependencies'),
      tone: isDown ? 'critical' : 'warning',
      title: isDown
        ? t('operations.dependencyDown', { name })
        : t('operations.dependencySlow', { name, latency: milliseconds(Math.round(latencyMs)) }),
      source: t('operations.dependency'),
      ...(error === undefined ? {} : { detail: error }),
      action: t('operations.dependencyAction', { name }),
    },
  ]
}

/** Locally a sandbox replaces what is missing; in a deployment it is an incident. */
function missingMatters({ t }: Words, { environment, required }: ConfigReadiness): Matter[] {
  if (environment === 'local' || environment === 'test') return []
  return required
    .filter(({ present }) => !present)
    .map(({ name, purpose }) => ({
      id: `setting/${name}`,
      runbook: 'platform.configuration-missing',
      tone: 'critical' as const,
      title: t('operations.settingMissing', { name }),
      source: t('operations.configuration'),
      detail: purpose,
      action: t('operations.settingAction'),
    }))
}

/** `incidents.firing` only counts the incidents that this list contains one by one. */
const countedElsewhere = new Set(['incidents.firing'])

function problemsOf(
  words: Words,
  section: NamedSection,
  incidents: ReadonlyMap<string, Incident[]>,
): Matter[] {
  return section.problems
    .filter(({ code }) => !countedElsewhere.has(code))
    .map((problem) => {
      const fired = incidents.get(problem.code) ?? []
      const rows = rowsOf(section.name, problem.code)
      return {
        id: `problem/${section.name}/${problem.code}/${problem.since}`,
        runbook: problem.code,
        tone: fired.some(({ severity }) => severity === 'critical') ? 'critical' : 'warning',
        title: problem.message,
        source: sectionTitle(words, section.name),
        action: problem.action,
        since: problem.since,
        ...(rows !== undefined && { rows }),
        ...firedDetail(words, problem, fired),
      }
    })
}

function firedDetail(
  { t }: Words,
  { code }: Problem,
  fired: readonly Incident[],
): { detail: string } {
  const count = fired.length
  return { detail: count === 0 ? code : `${code} · ${t('operations.incidents', { count })}` }
}

function incidentMatter(words: Words, key: string, incidents: readonly Incident[]): Matter {
  const { t } = words
  const first = incidents.reduce((one, other) => (other.firedAt < one.firedAt ? other : one))
  const worst = incidents.reduce((one, other) =>
    rank[other.severity] < rank[one.severity] ? other : one,
  )
  const seen = incidents.reduce((sum, { occurrences }) => sum + occurrences, 0)
  const parts = [
    key,
    ...(incidents.length > 1 ? [t('operations.incidents', { count: incidents.length })] : []),
    ...(seen > 1 ? [t('operations.seen', { count: seen })] : []),
  ]
  return {
    id: `incident/${key}`,
    runbook: key,
    rows: rowsOf('', key) ?? placeOf('incidents'),
    tone: worst.severity,
    title: worst.summary,
    source: t('operations.incident'),
    detail: parts.join(' · '),
    since: first.firedAt,
  }
}

/** A section that cannot be read, or is too old, is a problem itself: it may hide anything. */
function unreadMatter(words: Words, section: NamedSection, time: string): Matter[] {
  const { t } = words
  const ageSeconds = (Date.parse(time) - Date.parse(section.generatedAt)) / 1_000
  const isUnread = section.status === 'unknown'
  if (!isUnread && ageSeconds <= staleSeconds) return []
  const title = sectionTitle(words, section.name)
  return [
    {
      id: `section/${section.name}`,
      runbook: isUnread ? 'ops.surface-incomplete' : 'ops.surface-stale',
      tone: 'warning',
      title: isUnread
        ? t('operations.unread', { section: title })
        : t('operations.readAgo', { section: title, ago: agoOf(words, ageSeconds) }),
      source: title,
      ...(section.reason === undefined ? {} : { detail: section.reason }),
      action: t('operations.unreadAction'),
    },
  ]
}
