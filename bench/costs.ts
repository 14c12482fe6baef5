import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { checkoutOf, commitOf, git } from './lib/checkout-of.ts'
import { answerTo, type HotRoute, hotRoutes } from './lib/hot-routes.ts'
import {
  changedCosts,
  dearerCounts,
  isExplained,
  type RouteCost,
  type RouteCosts,
} from './lib/measuring/compare-costs.ts'
import type { Traffic } from './lib/measuring/count-traffic.ts'
import { round } from './lib/measuring/measure.ts'
import { processorMsOfOne } from './lib/measuring/processor-time.ts'
import { type CostsStage, type CostsStages, openCostsStages } from './lib/stages/costs-stage.ts'

export type CostReadings = { readonly routes: RouteCosts; readonly problems: readonly string[] }

const root = fileURLToPath(new URL('../', import.meta.url))
const file = 'bench/route-costs.json'

const timeMayDiffer = 0.15
/** Beside a busy machine one round proves nothing: a route is dearer when every round says so. */
const roundsMax = 3
const turns = 4
const warmUps = 20
const counted = 15
/** A request that no cache answers is counted so often: its sizes lie so far apart that a little other work moves their median. */
const timesOfNew = 3
const settleMs = 25

/**
 * What a request of each hot route costs, compared with the committed file, and its processor time with another commit
 * by turns. `write` writes the file instead.
 */
export async function costs(base: string, write: boolean): Promise<CostReadings> {
  const before = await costsAt(() => readFile(join(root, file), 'utf8'))
  const stages = await openCostsStages()
  try {
    const stage = await stages.open(root)
    const routes: Record<string, RouteCost> = {}
    for (const route of hotRoutes) {
      const traffic = await trafficOf(stage, route)
      const { processorMs = 0, why = '' } = before[route.name] ?? {}
      const own = write ? round((await processorTimes([stage], route))[0] ?? 0) : processorMs
      routes[route.name] = { ...traffic, processorMs: own, why }
    }
    if (write) {
      await writeFile(join(root, file), `${JSON.stringify(routes, null, 2)}\n`)
      return { routes, problems: [] }
    }
    const problems = [
      ...changedCosts(before, routes).map((problem) => `${problem} in ${file}`),
      ...(await sinceBase(stages, stage, base, before)),
    ]
    return { routes, problems }
  } finally {
    await stages.close()
  }
}

async function costsAt(read: () => Promise<string> | string): Promise<RouteCosts> {
  try {
    return JSON.parse(await read()) as RouteCosts
  } catch {
    return {}
  }
}

async function trafficOf(stage: CostsStage, route: HotRoute): Promise<Traffic> {
  for (let turn = 0; turn < warmUps; turn += 1) await trafficOfOne(stage, route, turn, 0)
  const all: Traffic[] = []
  for (let turn = warmUps; turn < warmUps + counted; turn += 1) {
    const again: Traffic[] = []
    for (let time = 0; time < (route.isAlwaysNew ? timesOfNew : 1); time += 1) {
      again.push(await trafficOfOne(stage, route, turn, settleMs))
    }
    all.push(leasts(again))
  }
  return medians(all)
}

async function trafficOfOne(
  stage: CostsStage,
  route: HotRoute,
  turn: number,
  settledMs: number,
): Promise<Traffic> {
  const request = await route.prepare(stage, turn)
  await wait(settledMs)
  const from = await stage.service.traffic()
  const data = await answerTo(stage, request)
  await wait(settledMs)
  const to = await stage.service.traffic()
  await route.tidy?.(stage, data)
  return difference(from, to)
}

function difference(from: Traffic, to: Traffic): Traffic {
  const less = (name: keyof Traffic) => to[name] - from[name]
  return mapped(less)
}

/** Work of the clock falls into some of the requests, and it only ever adds. */
function leasts(all: readonly Traffic[]): Traffic {
  return mapped((name) => Math.min(...all.map((one) => one[name])))
}

/** The requests differ in their words and products. */
function medians(all: readonly Traffic[]): Traffic {
  return mapped((name) => medianOf(all.map((one) => one[name])))
}

function mapped(value: (name: keyof Traffic) => number): Traffic {
  return {
    statements: value('statements'),
    redisCalls: value('redisCalls'),
    socketWrites: value('socketWrites'),
    answerBytes: value('answerBytes'),
    storeBytes: value('storeBytes'),
  }
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Of each stage in turn. The least of the turns: other work on the machine only ever adds. */
async function processorTimes(
  stages: readonly CostsStage[],
  route: HotRoute,
): Promise<readonly number[]> {
  const times = stages.map((): number[] => [])
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const [at, stage] of stages.entries()) {
      const ms = await processorTime(stage, route, turn)
      // The first one warms up.
      if (turn > 0) times[at]?.push(ms)
    }
  }
  return times.map((each) => Math.min(...each))
}

async function processorTime(stage: CostsStage, route: HotRoute, turn: number): Promise<number> {
  const { requests, isAlone = false } = route
  const from = turn * requests
  if (isAlone) return ofEachAlone(stage, route, from)
  let next = 0
  const before = await processorMsOfOne(stage.service.pid)
  await Promise.all(
    stage.lines.map(async (buyer) => {
      for (let at = next; at < requests; at = next) {
        next += 1
        await answerTo({ ...stage, buyer }, await route.prepare(stage, from + at))
      }
    }),
  )
  return ((await processorMsOfOne(stage.service.pid)) - before) / requests
}

/** Requests that need others before them: only the time of the request itself counts. */
async function ofEachAlone(stage: CostsStage, route: HotRoute, from: number): Promise<number> {
  const each: number[] = []
  for (let at = 0; at < route.requests; at += 1) {
    const request = await route.prepare(stage, from + at)
    const before = await processorMsOfOne(stage.service.pid)
    const data = await answerTo(stage, request)
    each.push((await processorMsOfOne(stage.service.pid)) - before)
    await route.tidy?.(stage, data)
  }
  return medianOf(each)
}

/** Counts and processor time against the commit before. Without one there is nothing to compare. */
async function sinceBase(
  stages: CostsStages,
  stage: CostsStage,
  base: string,
  now: RouteCosts,
): Promise<string[]> {
  const commit = commitOf(base)
  if (commit === '') return []
  const old = await costsAt(() => git('show', `${commit}:${file}`))
  const problems = dearerCounts(old, now).map(
    (problem) => `${problem}, and ${file} does not say why`,
  )
  const routes = hotRoutes.filter(({ name }) => old[name] && !isExplained(name, old, now))
  if (routes.length === 0) return problems
  const checkout = await checkoutOf(commit, join(stages.folder, 'before'))
  try {
    const other = await stages.open(checkout.root).catch(() => undefined)
    if (other) problems.push(...(await dearer(other, stage, routes)))
  } finally {
    checkout.remove()
  }
  return problems
}

async function dearer(
  before: CostsStage,
  now: CostsStage,
  routes: readonly HotRoute[],
): Promise<string[]> {
  let suspects = routes.map((route) => ({ route, problem: '' }))
  for (let turn = 1; turn <= roundsMax && suspects.length > 0; turn += 1) {
    // Both begin equally cold: a process that has served more requests is compiled better.
    for (const stage of [before, now]) await stage.restart()
    const left: typeof suspects = []
    for (const { route } of suspects) {
      const [old = 0, fresh = 0] = await processorTimes([before, now], route)
      const problem = `${route.name}: ${round(fresh)} ms of processor time, ${round(old)} ms before`
      console.error(problem)
      if (fresh > old * (1 + timeMayDiffer)) left.push({ route, problem })
    }
    suspects = left
  }
  return suspects.map(({ problem }) => `${problem}, in each of ${roundsMax} rounds`)
}
