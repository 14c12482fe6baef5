import type { Probe } from './section.ts'

/** Joins the probes of each section into one: several modules may add metrics and problems to a section. */
export function joinProbes(probes: readonly Probe[]): Probe[] {
  return [...Map.groupBy(probes, ({ name }) => name).values()].map((own) => {
    const [first, ...others] = own as [Probe, ...Probe[]]
    if (others.length === 0) return first
    const headline = own.find((probe) => probe.headline !== undefined)?.headline
    return { ...first, ...(headline !== undefined && { headline }), read: () => readAll(own) }
  })
}

async function readAll(probes: readonly Probe[]) {
  const readings = await Promise.all(probes.map((probe) => probe.read()))
  return {
    metrics: Object.assign({}, ...readings.map(({ metrics }) => metrics)),
    problems: readings.flatMap(({ problems }) => problems),
    isDegraded: readings.some(({ isDegraded }) => isDegraded),
  }
}
