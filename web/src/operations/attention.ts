import type { ConfigReadiness, Dependency, Incident, Problem, Surface } from '../api-types.ts'
import type { Area } from './areas.ts'
import { rowsOf } from './rows-of.ts'
import { type NamedSection, sectionsOf } from './sections.ts'
import { countOf, durationOf, titleOf } from './words.ts'

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
  /** The list with its records. */
  readonly rows?: string
}

/** A section that is older than this says nothing about the present. */
const staleSeconds = 60

/** All problems that need attention, the most urgent first, then the oldest first. */
export function mattersOf(surface: Surface, incidents: readonly Incident[], area: Area): Matter[] {
  const sections = sectionsOf(surface).filter((section) => area.shows(section.name))
  const byKey = groupByKey(incidents.filter(({ key }) => area.concerns(key)))
  const problems = sections.flatMap((section) => problemsOf(section, byKey))
  const ownKeys = new Set(sections.flatMap((section) => section.problems.map(({ code }) => code)))
  const matters = [
    ...(area.whole ? surface.dependencies.flatMap(dependencyMatter) : []),
    ...(area.whole ? missingMatters(surface.configReadiness) : []),
    ...problems,
    ...sections.flatMap((section) => unreadMatter(section, surface.time)),
    ...[...byKey].filter(([key]) => !ownKeys.has(key)).map(incidentMatter),
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

function dependencyMatter({ name, status, error, latencyMs }: Dependency): Matter[] {
  if (status === 'up') return []
  const isDown = status === 'down'
  return [
    {
      id: `dependency/${name}`,
      tone: isDown ? 'critical' : 'warning',
      title: isDown
        ? `The ${name} does not answer`
        : `The ${name} answers slowly: ${Math.round(latencyMs)} ms`,
      source: 'Dependency',
      ...(error === undefined ? {} : { detail: error }),
      action: `Check that the ${name} runs and that this service reaches it.`,
    },
  ]
}

/** Locally a sandbox replaces what is missing; in a deployment it is an incident. */
function missingMatters({ environment, required }: ConfigReadiness): Matter[] {
  if (environment === 'local' || environment === 'test') return []
  return required
    .filter(({ present }) => !present)
    .map(({ name, purpose }) => ({
      id: `setting/${name}`,
      tone: 'critical' as const,
      title: `${name} is missing`,
      source: 'Configuration',
      detail: purpose,
      action: 'Give this deployment the value, then start it again.',
    }))
}

/** `incidents.firing` only counts the incidents that this list contains one by one. */
const countedElsewhere = new Set(['incidents.firing'])

function problemsOf(section: NamedSection, incidents: ReadonlyMap<string, Incident[]>): Matter[] {
  return section.problems
    .filter(({ code }) => !countedElsewhere.has(code))
    .map((problem) => {
      const fired = incidents.get(problem.code) ?? []
      const rows = rowsOf(section.name, problem.code)
      return {
        id: `problem/${section.name}/${problem.code}/${problem.since}`,
        tone: fired.some(({ severity }) => severity === 'critical') ? 'critical' : 'warning',
        title: problem.message,
        source: titleOf(section.name),
        action: problem.action,
        since: problem.since,
        ...(rows !== undefined && { rows }),
        ...firedDetail(problem, fired),
      }
    })
}

function firedDetail({ code }: Problem, fired: readonly Incident[]): { detail: string } {
  return { detail: fired.length === 0 ? code : `${code} · ${countOf(fired.length, 'incident')}` }
}

function incidentMatter([key, incidents]: [string, Incident[]]): Matter {
  const first = incidents.reduce((one, other) => (other.firedAt < one.firedAt ? other : one))
  const worst = incidents.reduce((one, other) =>
    rank[other.severity] < rank[one.severity] ? other : one,
  )
  const seen = incidents.reduce((sum, { occurrences }) => sum + occurrences, 0)
  const others = incidents.length > 1 ? ` · ${countOf(incidents.length, 'incident')}` : ''
  const times = seen > 1 ? ` · seen ${countOf(seen, 'time')}` : ''
  return {
    id: `incident/${key}`,
    tone: worst.severity,
    title: worst.summary,
    source: 'Incident',
    detail: `${key}${others}${times}`,
    since: first.firedAt,
  }
}

/** A section that cannot be read, or is too old, is a problem itself: it may hide anything. */
function unreadMatter(section: NamedSection, time: string): Matter[] {
  const ageSeconds = (Date.parse(time) - Date.parse(section.generatedAt)) / 1_000
  const isUnread = section.status === 'unknown'
  if (!isUnread && ageSeconds <= staleSeconds) return []
  const title = titleOf(section.name)
  return [
    {
      id: `section/${section.name}`,
      tone: 'warning',
      title: isUnread
        ? `${title} cannot be read`
        : `${title} was read ${durationOf(ageSeconds)} ago`,
      source: title,
      ...(section.reason === undefined ? {} : { detail: section.reason }),
      action: 'Its numbers are missing or old. Look at the dependencies and the log.',
    },
  ]
}
