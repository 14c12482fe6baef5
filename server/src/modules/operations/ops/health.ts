import { type ConfigReadiness, isDeployed } from '#platform/config'
import { inTime, type Probe, readSection, type Section, type SectionReader } from '#platform/health'
import type { Dependencies, DependencyReading } from './dependencies.ts'

export type HealthDeps = {
  readonly version: string
  readonly startedAt: Date
  readonly now: () => Date
  readonly readiness: ConfigReadiness
  /** What prevents a promotion besides missing values, such as an untested transport. */
  readonly promotionBlockers?: () => Promise<readonly string[]>
  readonly dependencies: Dependencies
  readonly probes: readonly Probe[]
  /** Default: reads each time, and waits. */
  readonly readSection?: SectionReader
  /** A sentence while the process cannot serve, whatever the reason. */
  readonly cannotServe: () => string | undefined
}

export type Health = {
  readonly status: 'ok' | 'degraded' | 'down'
  readonly version: string
  readonly uptimeSeconds: number
  readonly time: string
  readonly reason?: string
}

export type Surface = Health & {
  readonly configReadiness: ConfigReadiness
  readonly dependencies: DependencyReading[]
  readonly sections: Readonly<Record<string, Section>>
}

export async function readHealth(deps: HealthDeps): Promise<Health> {
  return summary(deps, await deps.dependencies.read())
}

export async function readSurface(deps: HealthDeps, name: 'detailed' | 'ops'): Promise<Surface> {
  const read = deps.readSection ?? ((probe) => readSection(probe, deps.now))
  const probes = deps.probes.filter((probe) => probe.surfaces.includes(name))
  const [dependencies, blockers, ...sections] = await Promise.all([
    deps.dependencies.read(),
    readBlockers(deps),
    ...probes.map(read),
  ])
  return {
    ...summary(deps, dependencies, sections),
    configReadiness: {
      ...deps.readiness,
      promotion: { ready: blockers.length === 0, blockers },
    },
    dependencies,
    sections: Object.fromEntries(probes.map((probe, at) => [probe.name, sections[at] as Section])),
  }
}

async function readBlockers({ readiness, promotionBlockers }: HealthDeps): Promise<string[]> {
  const { blockers } = readiness.promotion
  if (!promotionBlockers) return blockers
  try {
    return [...blockers, ...(await inTime(promotionBlockers()))]
  } catch {
    return [...blockers, 'Whether the incident transports were tested could not be read']
  }
}

/** Ok if all parts are ok. */
function summary(
  deps: HealthDeps,
  dependencies: readonly DependencyReading[],
  sections: readonly Section[] = [],
): Health {
  const reason = deps.cannotServe() ?? databaseDown(dependencies)
  const isWell = sections.every(({ status }) => status === 'ok')
  const { environment, status } = deps.readiness
  const isComplete = !isDeployed(environment) || status === 'ready'
  const allUp = isWell && isComplete && dependencies.every(({ status }) => status === 'up')
  const now = deps.now()
  return {
    status: reason ? 'down' : allUp ? 'ok' : 'degraded',
    version: deps.version,
    uptimeSeconds: Math.floor((now.getTime() - deps.startedAt.getTime()) / 1_000),
    time: now.toISOString(),
    ...(reason ? { reason } : {}),
  }
}

/** Everything else may be unavailable for a while; without the database nothing works. */
function databaseDown(dependencies: readonly DependencyReading[]): string | undefined {
  const database = dependencies.find(({ name }) => name === 'database')
  return database?.status === 'down' ? 'The database does not answer.' : undefined
}
