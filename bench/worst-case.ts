import { round } from './lib/measuring/measure.ts'
import { largestBySchema } from './lib/worst-case/largest-by-schema.ts'
import { prepareRecords } from './lib/worst-case/prepare-records.ts'
import type { Input, Prepared } from './lib/worst-case/worst-case-input.ts'
import {
  type InputKind,
  inputsOf,
  type Operation,
  operationsOf,
} from './lib/worst-case/worst-case-operations.ts'
import { openWorstCaseStage, type WorstCaseStage } from './lib/worst-case/worst-case-stage.ts'
import { measuredElsewhere, ownInputs } from './lib/worst-case/worst-inputs.ts'

/** Processor time of one request. */
type Cost = {
  readonly cpuMs: number
  /** The serving process, with its threads and child processes. */
  readonly serviceMs: number
  readonly postgresMs: number
  /** How often each status occurred. */
  readonly statuses: Readonly<Record<string, number>>
  /** The text of the last refusal. */
  readonly refusal: string
}

type RouteCost = Cost & {
  readonly route: string
  readonly operationId: string
  readonly input: InputKind
}

export type WorstCases = {
  readonly meCpuMs: number
  /** The most expensive input of each route, the most expensive route first. */
  readonly routes: readonly (Omit<RouteCost, 'refusal'> & { readonly timesMe: number })[]
  readonly above100: readonly string[]
  /** Routes that answered a valid input with 2xx or 3xx at least once. */
  readonly succeeded: number
  readonly measured: number
  /** Routes that refused their valid input each time, so that only the refusal was measured. */
  readonly refused: Readonly<Record<string, string>>
  /** The bench has no input for these: add each to one of the lists in bench/lib. */
  readonly withoutInput: readonly string[]
  readonly notMeasured: Readonly<Record<string, string>>
  readonly failed: Readonly<Record<string, string>>
}

/** An access token is valid for ten minutes, and a step-up for five. */
const signInEveryMs = 60_000

/**
 * For every route of the OpenAPI document, sends the most expensive request that its limits allow: the processor time
 * of the service and of PostgreSQL, as a multiple of `GET /api/v1/me`. `--only placeOrder,getCart` measures these
 * operations alone. A route that refuses its valid input is listed in `refused`: add what it needs to valid-bodies.ts
 * or worst-inputs.ts.
 */
export async function worstCases(seconds: number, only: string): Promise<WorstCases> {
  const stage = await openWorstCaseStage()
  try {
    const all = operationsOf(stage)
    const operations = only
      ? all.filter(({ operationId }) => only.split(',').includes(operationId))
      : all
    const prepared = await prepareRecords(stage)
    await stage.serveRequestsAlone()
    const idle = await idleRate(stage)
    const me = ownInputs.getMe as Input
    const sent = await me(prepared)
    // The first requests compile the code that all routes share.
    for (let n = 0; n < 1_000; n += 1) await stage.send(sent)
    const { cpuMs: meCpuMs } = await costOf(prepared, me, 10 * seconds, idle)
    const { costs, failed } = await costsOf(operations, prepared, seconds, idle)
    return { meCpuMs, ...summaryOf(costs, meCpuMs), ...gapsOf(all), failed }
  } finally {
    await stage.close()
  }
}

function summaryOf(costs: readonly RouteCost[], meCpuMs: number) {
  const byRoute = Object.values(Object.groupBy(costs, ({ route }) => route))
  const routes = byRoute
    .flatMap((inputs = []) => inputs.toSorted((one, other) => other.cpuMs - one.cpuMs).slice(0, 1))
    .map(({ refusal: _, ...cost }) => ({ ...cost, timesMe: round(cost.cpuMs / meCpuMs) }))
    .sort((one, other) => other.timesMe - one.timesMe)
  const valid = costs.filter(({ input }) => input !== 'refused')
  const refused = valid.filter(({ statuses }) => !hasSuccess(statuses))
  return {
    routes,
    above100: routes.filter(({ timesMe }) => timesMe > 100).map(({ route }) => route),
    succeeded: valid.length - refused.length,
    measured: valid.length,
    refused: Object.fromEntries(refused.map(({ route, refusal }) => [route, refusal])),
  }
}

const hasSuccess = (statuses: Cost['statuses']) =>
  Object.keys(statuses).some((status) => Number(status) < 400)

function gapsOf(operations: readonly Operation[]) {
  const isKnown = (id: string) =>
    id in ownInputs || id in measuredElsewhere || largestBySchema.has(id)
  const ids = operations.map(({ operationId }) => operationId)
  return { withoutInput: ids.filter((id) => !isKnown(id)), notMeasured: measuredElsewhere }
}

async function costsOf(
  operations: readonly Operation[],
  prepared: Prepared,
  seconds: number,
  idle: number,
) {
  const { stage } = prepared
  const costs: RouteCost[] = []
  const failed: Record<string, string> = {}
  let signedInAt = performance.now()
  for (const operation of operations) {
    const { operationId, method, path } = operation
    if (operationId in measuredElsewhere) continue
    if (performance.now() - signedInAt > signInEveryMs) {
      await stage.signIn()
      signedInAt = performance.now()
    }
    for (const [input, make] of inputsOf(operation, prepared)) {
      try {
        const cost = await costOf(prepared, make, seconds, idle)
        costs.push({ route: `${method} ${path}`, operationId, input, ...cost })
        // A route may have ended the session that the bench uses.
        if (cost.statuses[401]) await stage.signIn()
      } catch (error) {
        failed[operationId] = String(error).slice(0, 300)
        await stage.signIn()
      }
    }
  }
  return { costs, failed }
}

export function printWorstCases(readings: WorstCases): void {
  const { routes, meCpuMs, measured, succeeded, refused, withoutInput, failed } = readings
  console.log(`GET /api/v1/me: ${meCpuMs} ms of processor time`)
  console.table(
    routes.slice(0, 10).map(({ route, input, cpuMs, serviceMs, postgresMs, timesMe }) => ({
      route,
      input,
      'CPU ms': cpuMs,
      'of the service': serviceMs,
      'of PostgreSQL': postgresMs,
      '× me': timesMe,
    })),
  )
  console.log(`${succeeded} of ${measured} routes accepted their input.`)
  for (const [what, found] of Object.entries({ refused, withoutInput, failed })) {
    if (Object.keys(found).length > 0) console.log(what, found)
  }
}

/** Processor time of a second without requests. */
async function idleRate({ processorTime }: WorstCaseStage): Promise<number> {
  const before = await processorTime()
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  const after = await processorTime()
  return (after.serviceMs + after.postgresMs - before.serviceMs - before.postgresMs) / 4
}

const leastRequests = 8
/** Requests that are not counted compile the code of the route and plan its statements, on each connection. */
const warmUp = { least: 2, mostReads: 60, ms: 1_000 }
const mostRequests = 2_000
/** Reading the processor time takes a while itself, so requests that change nothing are measured in groups. */
const groupMs = 100

/** The same request for `seconds`, but at least a few times. */
async function costOf(prepared: Prepared, make: Input, seconds: number, idlePerSecond: number) {
  const { stage } = prepared
  await warmedUp(prepared, make)
  const statuses: Record<string, number> = {}
  let refusal = ''
  let serviceMs = 0
  let postgresMs = 0
  let idleMs = 0
  let count = 0
  const until = performance.now() + seconds * 1_000
  while (count < leastRequests || (performance.now() < until && count < mostRequests)) {
    const sent = await make(prepared)
    const before = await stage.processorTime()
    const begun = performance.now()
    do {
      const answer = await stage.send(sent)
      const { status } = answer
      refusal = answer.refusal
      statuses[status] = (statuses[status] ?? 0) + 1
      count += 1
    } while (sent.method === 'GET' && performance.now() - begun < groupMs)
    idleMs += (idlePerSecond * (performance.now() - begun)) / 1_000
    const after = await stage.processorTime()
    serviceMs += after.serviceMs - before.serviceMs
    postgresMs += after.postgresMs - before.postgresMs
  }
  return {
    cpuMs: round(Math.max(serviceMs + postgresMs - idleMs, 0) / count),
    serviceMs: round(serviceMs / count),
    postgresMs: round(postgresMs / count),
    statuses,
    refusal,
  }
}

async function warmedUp(prepared: Prepared, make: Input): Promise<void> {
  const until = performance.now() + warmUp.ms
  for (let n = 0; n < warmUp.mostReads; n += 1) {
    const sent = await make(prepared)
    if (n >= warmUp.least && (sent.method !== 'GET' || performance.now() > until)) return
    await prepared.stage.send(sent)
  }
}
