// A process that works on crawls until it is killed. The rounds of test/model/crawl-round.ts run it.
import { hoursMs } from '#kernel/time'
import { createTerms } from '#modules/products'
import { createMemoryCache } from '#platform/cache'
import { createCompute } from '#platform/compute'
import { openDatabase } from '#platform/db'
import { runSweeper } from '#platform/leases'
import { createOutbound } from '#platform/net'
import { createLog, createMetrics } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import { createParser } from './parsing/parser.ts'
import { createCrawlMetrics } from './signals/crawl-metrics.ts'
import { testLimits } from './test-limits.fixture.ts'
import { crawlWorker, runsSweeping } from './work/worker.ts'

const now = () => new Date()
const log = createLog({ level: 'silent' })
const database = openDatabase({
  url: process.argv[2] ?? '',
  poolMax: 10,
  statementTimeoutMs: 10_000,
})
/** A page at this path ends the process that reads it, as a bug of a native library would. */
const poisonPath = process.argv[3]
const compute = createCompute({ log, metrics: createMetrics() })
const parser = createParser(compute)
const deps = {
  database,
  now,
  log,
  wake: createWake(createMemoryCache(now)),
  outbound: createOutbound({ allowPrivate: true, userAgent: 'purveyor/1' }),
  parser: {
    ...parser,
    page: (...question: Parameters<typeof parser.page>) => {
      if (new URL(question[1].url).pathname === poisonPath) process.kill(process.pid, 'SIGKILL')
      return parser.page(...question)
    },
  },
  metrics: createCrawlMetrics(createMetrics(), { add: () => undefined }),
  incidents: { notify: async () => undefined, resolve: async () => undefined } as never,
  terms: createTerms(),
  products: {} as never,
  isSupplier: async () => false,
  // A round may take as long as it likes.
  limits: { ...testLimits, runPagesMax: 1_000_000, runDepthMax: 1_000_000, runMs: hoursMs(12) },
  userAgent: 'PurveyorBot/1.0',
}
crawlWorker(deps)
runSweeper({ database, sweepings: [runsSweeping(deps)], now, log, everyMs: 500 })
