import { inTime } from '#platform/health'

export type DependencyReading = {
  readonly name: string
  readonly status: 'up' | 'degraded' | 'down'
  readonly latencyMs: number
  readonly checkedAt: string
  readonly error?: string
}

export type DependencyCheck = {
  readonly name: string
  /** Resolves when the dependency answers. */
  ping(): Promise<void>
}

/** A slower answer means that something is wrong with the dependency. */
const slowMs = 500
/** Simultaneous readers share one check of the dependency. */
const freshMs = 1_000

export type Dependencies = { read(): Promise<DependencyReading[]> }

export function watchDependencies(
  checks: readonly DependencyCheck[],
  now: () => Date,
): Dependencies {
  let held: { until: number; readings: Promise<DependencyReading[]> } | undefined
  return {
    read: () => {
      const at = now().getTime()
      if (!held || held.until <= at) {
        held = { until: at + freshMs, readings: Promise.all(checks.map((one) => look(one, now))) }
      }
      return held.readings
    },
  }
}

async function look(check: DependencyCheck, now: () => Date): Promise<DependencyReading> {
  const checkedAt = now().toISOString()
  const startedAt = performance.now()
  const taken = () => Math.round((performance.now() - startedAt) * 10) / 10
  try {
    await inTime(check.ping())
    const latencyMs = taken()
    const status = latencyMs > slowMs ? 'degraded' : 'up'
    return { name: check.name, status, latencyMs, checkedAt }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { name: check.name, status: 'down', latencyMs: taken(), checkedAt, error: message }
  }
}
