import { round } from './measure.ts'
import { processorMsOfOne } from './processor-time.ts'

/** One of several services that answer the same requests. */
export type Contestant = {
  readonly name: string
  readonly pid: number
  readonly ask: (path: string) => Promise<unknown>
}

export type TurnReadings = {
  readonly name: string
  /** The sum of the fastest answer to each request. */
  readonly fastestSumMs: number
  readonly medianSumMs: number
  readonly serviceCpuMsPerRequest: number
}

/**
 * Sends each request to one service after the other, over one connection, for this long at least. Other work on the
 * machine only adds to a time, so that the sum of the fastest compares best. The first round warms up.
 */
export async function measureByTurns(
  services: readonly Contestant[],
  paths: readonly string[],
  seconds: number,
): Promise<TurnReadings[]> {
  const all = services.map((service) => ({
    service,
    times: paths.map((): number[] => []),
    cpuMs: 0,
  }))
  let rounds = 0
  for (let until = 0; rounds <= roundsMin || performance.now() < until; rounds += 1) {
    if (rounds === 1) until = performance.now() + seconds * 1_000
    for (const [at, path] of paths.entries()) {
      // Each is the first as often as the others: the first one finds the caches of the processor cold.
      const turns = rounds % 2 === 0 ? all : all.toReversed()
      for (const one of turns) {
        const cpu = await processorMsOfOne(one.service.pid)
        const started = performance.now()
        await one.service.ask(path)
        const took = performance.now() - started
        if (rounds === 0) continue
        one.times[at]?.push(took)
        one.cpuMs += (await processorMsOfOne(one.service.pid)) - cpu
      }
    }
  }
  return all.map(({ service, times, cpuMs }) => {
    const sorted = times.map((each) => each.toSorted((one, other) => one - other))
    const sum = (share: number) =>
      round(sorted.reduce((total, each) => total + (each[Math.floor(each.length * share)] ?? 0), 0))
    return {
      name: service.name,
      fastestSumMs: sum(0),
      medianSumMs: sum(0.5),
      serviceCpuMsPerRequest: round(cpuMs / ((rounds - 1) * paths.length)),
    }
  })
}

const roundsMin = 5
