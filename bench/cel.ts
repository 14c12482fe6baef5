import { compileCondition } from '../server/src/modules/assistance/automations/cel/compile.ts'
import {
  createEnvironment,
  type EventFacts,
  type KindShape,
} from '../server/src/modules/assistance/automations/cel/environment.ts'
import {
  createEnvironments,
  createEvaluation,
} from '../server/src/modules/assistance/automations/cel/evaluate.ts'
import { createEvaluator } from '../server/src/modules/assistance/automations/cel/evaluator.ts'
import { createCompute } from '../server/src/platform/compute/index.ts'
import { createMetrics } from '../server/src/platform/telemetry/index.ts'

const text = { type: 'string' }
const money = { type: 'object', properties: { amount: text, currency: text } }

const kind: KindShape = {
  type: 'order.created',
  data: {
    type: 'object',
    properties: {
      orderId: text,
      total: money,
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: { sku: text, quantity: { type: 'number' }, unitPrice: money },
        },
      },
    },
  },
}

const event: EventFacts = {
  id: 'evt_1',
  type: 'order.created',
  version: 1,
  occurredAt: new Date(),
  sequence: 1,
  entity: { type: 'order', id: 'ord_1', version: 1 },
  data: {
    orderId: 'ord_1',
    total: { amount: '1250.00', currency: 'EUR' },
    lines: Array.from({ length: 10 }, (_, n) => ({
      sku: `SKU-${n}`,
      quantity: n + 1,
      unitPrice: { amount: '12.50', currency: 'EUR' },
    })),
  },
}

/** Three clauses over an order of ten lines, one of them an exact comparison of amounts. */
const condition =
  'decimal(data.total.amount) >= decimal("1000") && data.total.currency == "EUR" && data.lines.size() > 5'
const looking = `${condition} && data.lines.exists(line, line.quantity > 9)`

/**
 * Measures the compiled condition alone, a complete evaluation as in a run, and evaluations by the child processes.
 */
export async function cel(seconds: number) {
  const alone = evaluations(condition, seconds)
  const aloneLooking = evaluations(looking, seconds)
  const evaluate = createEvaluation(createEnvironments([kind]))
  const traced = rateOf(() => evaluate('order.created', condition, event), seconds)
  return {
    floor: 200_000,
    evaluations: alone,
    evaluationsThroughLines: aloneLooking,
    shapedAndTraced: traced,
    evaluationsByChildren: await evaluationsByChildren(seconds),
  }
}

function evaluations(expression: string, seconds: number): Rate {
  const environment = createEnvironment(kind)
  const compiled = compileCondition(environment, expression)
  if (!compiled.ok) throw new Error(compiled.problem.message)
  const context = environment.contextOf(event)
  const { run } = compiled
  if (run(context) !== true) throw new Error('The condition of the bench does not hold.')
  return rateOf(() => run(context), seconds)
}

type Rate = { readonly perSecond: number; readonly perCpuSecond: number }

/** Measures by wall clock and by processor time: on a shared machine only the second shows the cost. */
function rateOf(work: () => unknown, seconds: number): Rate {
  const roundsAtOnce = 1_000
  const run = (until: number) => {
    let count = 0
    while (performance.now() < until) {
      for (let n = 0; n < roundsAtOnce; n += 1) work()
      count += roundsAtOnce
    }
    return count
  }
  run(performance.now() + 500)
  const before = process.cpuUsage()
  const started = performance.now()
  const count = run(started + seconds * 1_000)
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  return {
    perSecond: Math.round((count / ms) * 1_000),
    perCpuSecond: Math.round((count / (user + system)) * 1_000_000),
  }
}

async function evaluationsByChildren(seconds: number): Promise<number> {
  const compute = createCompute({ log: console, metrics: createMetrics() })
  const evaluator = createEvaluator(compute, [kind])
  const companies = Array.from({ length: 8 }, (_, n) => `co_${n}`)
  const evaluate = (companyId: string) =>
    evaluator.evaluate(companyId, 'order.created', condition, event)
  try {
    await Promise.all(companies.map(evaluate))
    const started = performance.now()
    let count = 0
    const ask = async (companyId: string) => {
      while (performance.now() < started + seconds * 1_000) {
        await evaluate(companyId)
        count += 1
      }
    }
    await Promise.all(companies.map(ask))
    return Math.round((count / (performance.now() - started)) * 1_000)
  } finally {
    await compute.close()
  }
}
