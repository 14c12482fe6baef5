import { cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { ads } from './ads.ts'
import { briefs, printBriefs } from './briefs.ts'
import { cel } from './cel.ts'
import { commerce } from './commerce.ts'
import { type CostReadings, costs } from './costs.ts'
import { crawl } from './crawl.ts'
import { crawlRuns } from './crawl-runs.ts'
import { health } from './health.ts'
import { hostileTexts, printTexts, type TextCost } from './hostile-texts.ts'
import { type IdentityReadings, identity } from './identity.ts'
import { images } from './images.ts'
import { importing } from './import.ts'
import { llm } from './llm.ts'
import { orders as measureOrders } from './orders.ts'
import { outbox } from './outbox.ts'
import { search } from './search.ts'
import { searchTurns } from './search-turns.ts'
import { streams } from './streams.ts'
import { suggestions } from './suggestions.ts'
import { webhooks } from './webhooks.ts'
import { printWorstCases, type WorstCases, worstCases } from './worst-case.ts'

type Bench = {
  readonly measure: (seconds: number) => Promise<object>
  readonly print: (readings: never) => void
}

/**
 * `npm run bench -- <name> [--json] [--seconds 5]`. docs/performance.md describes what each one measures, and on
 * what.
 */
const benches: Readonly<Record<string, Bench>> = {
  ads: { measure: ads, print: printPlainly },
  briefs: { measure: briefs, print: printBriefs },
  cel: { measure: cel, print: printPlainly },
  commerce: { measure: commerce, print: printPlainly },
  costs: { measure: () => costs(values.base || 'HEAD~1', values.write), print: printCosts },
  crawl: { measure: (seconds) => crawl(seconds, items), print: printPlainly },
  'crawl-runs': { measure: (seconds) => crawlRuns(seconds, items), print: printPlainly },
  health: { measure: (seconds) => health(seconds, orders), print: printPlainly },
  identity: { measure: identity, print: printIdentity },
  images: { measure: images, print: printPlainly },
  import: { measure: (seconds) => importing(seconds, bytes), print: printPlainly },
  llm: { measure: llm, print: printPlainly },
  orders: { measure: measureOrders, print: printPlainly },
  outbox: { measure: outbox, print: printPlainly },
  webhooks: { measure: webhooks, print: printPlainly },
  streams: { measure: streams, print: printPlainly },
  search: { measure: (seconds) => search(seconds, products), print: printPlainly },
  'search-turns': { measure: (seconds) => searchTurns(seconds, values.base), print: printPlainly },
  suggestions: { measure: (seconds) => suggestions(seconds, values.base), print: printPlainly },
  'worst-case': {
    measure: async (seconds) => {
      const texts = ['', 'texts'].includes(values.only) ? await hostileTexts() : []
      return values.only === 'texts'
        ? { texts }
        : { texts, ...(await worstCases(seconds, values.only)) }
    },
    print: printWorst,
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    /** For `search`: the sample catalogue, copied until there are this many products. */
    products: { type: 'string', default: '0' },
    /** For `import`: the size of the file, in place of one that fits the seconds. */
    bytes: { type: 'string', default: '0' },
    /** For `crawl` and `crawl-runs`: the items of the feed. */
    items: { type: 'string', default: '1000000' },
    /** For `health`: how many orders the larger history has. It has five times as many events. */
    orders: { type: 'string', default: '1000000' },
    /** For `costs` (HEAD~1 if absent), `search-turns` and `suggestions`: the commits with which it compares by turns, separated by commas. */
    base: { type: 'string', default: '' },
    /** For `costs`: writes bench/route-costs.json in place of comparing with it. */
    write: { type: 'boolean', default: false },
    /** For `worst-case`: operation ids, separated by commas, or `texts`, in place of all. */
    only: { type: 'string', default: '' },
  },
})
const [name = ''] = positionals
const bench = benches[name]
const seconds = Number(values.seconds)
const products = Number(values.products)
const items = Number(values.items)
const bytes = Number(values.bytes)
const orders = Number(values.orders)
if (!bench || !(seconds >= 1)) {
  console.error(
    `Usage: npm run bench -- <${Object.keys(benches).join('|')}> [--json] [--seconds 5]`,
  )
  process.exit(2)
}

const load = loadavg().map((value) => Math.round(value * 100) / 100)
const readings = await bench.measure(seconds)
const report = {
  bench: name,
  measuredAt: new Date().toISOString(),
  secondsEach: seconds,
  machine: {
    cores: cpus().length,
    model: cpus()[0]?.model.trim(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    /** The load before the run: 1, 5 and 15 minutes. */
    load,
  },
  ...readings,
}
if (values.json) console.log(JSON.stringify(report, null, 2))
else bench.print(readings as never)

function printIdentity({ requests, checks }: IdentityReadings): void {
  console.table(
    requests.map(({ name: what, requestsPerSecond, latencyMs, cpuMsPerRequest }) => ({
      what,
      'per second': requestsPerSecond,
      'p50 ms': latencyMs.p50,
      'p99 ms': latencyMs.p99,
      'CPU ms each': cpuMsPerRequest,
    })),
  )
  console.table(
    checks.map(({ name: what, checksPerSecond, cpuMs }) => ({
      'remembered check': what,
      'per second': checksPerSecond,
      'CPU ms each': cpuMs,
    })),
  )
}

function printWorst(readings: { readonly texts: readonly TextCost[] } & Partial<WorstCases>): void {
  printTexts(readings.texts)
  if (readings.routes) printWorstCases(readings as WorstCases)
}

function printCosts({ routes, problems }: CostReadings): void {
  console.table(
    Object.fromEntries(
      Object.entries(routes).map(([name, { why: _why, processorMs: _ms, ...cost }]) => [
        name,
        cost,
      ]),
    ),
  )
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    process.exitCode = 1
    console.error(
      'Write what costs now with `npm run bench -- costs --write`, and fill in `why` of what is dearer.',
    )
  }
}

function printPlainly(readings: object): void {
  console.dir(readings, { depth: 5 })
}
