import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase, readMigrations, sql, startLocalPostgres } from '#platform/db'
import { crawlRound } from '../test/model/crawl-round.ts'
import { runDuplicates } from '../test/model/duplicates.ts'
import { killRound } from '../test/model/kill-round.ts'
import { runTrade } from '../test/model/run-trade.ts'
import { aTradeWorld, type TradeWorld } from '../test/model/trade-world.ts'

/**
 * `npm run soak -- --minutes 10 --seed 1`: runs in turn sequences of the model, rounds of duplicates, and rounds that kill a real
 * process, each with the next seed. `--copies 1000` runs so many rounds of duplicates and nothing else, `--kills 3` so many rounds of
 * kills, and `--crawl 10` kills the workers of one crawl at random for so many minutes and does nothing else. It prints its progress to the error output and a report
 * as JSON, and exits with 1 if there is a finding. docs/reliability.md describes what each part checks.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    copies: { type: 'string', default: '0' },
    kills: { type: 'string', default: '0' },
    crawl: { type: 'string', default: '0' },
  },
})
const minutes = Number(values.minutes)
const firstSeed = Number(values.seed)
const copyRounds = Number(values.copies)
const killRounds = Number(values.kills)
const crawlMinutes = Number(values.crawl)
const numbersAreValid = minutes > 0 && copyRounds >= 0 && killRounds >= 0 && crawlMinutes >= 0
if (!numbersAreValid || !Number.isSafeInteger(firstSeed)) {
  console.error(
    'Usage: npm run soak -- [--minutes 10] [--seed 1] | --copies 1000 | --kills 3 | --crawl 10',
  )
  process.exit(64)
}

type Finding = { readonly part: string; readonly seed: number; readonly what: string }

const report = {
  minutes,
  seeds: { first: firstSeed, last: firstSeed },
  load: loadavg(),
  model: { sequences: 0, steps: 0, tally: {} as Record<string, number> },
  duplicates: { rounds: 0, copies: 64 },
  kills: { rounds: 0, orders: 0, kills: 0, atPoints: 0 },
  crawls: { rounds: 0, pages: 0, kills: 0, redispatches: 0 },
  findings: [] as Finding[],
}

const began = performance.now()
const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-soak-'))
const log = { info: () => undefined, warn: console.error }
const postgres = await startLocalPostgres({ dataDir, log })
try {
  const crawlsUrl = await aDatabase('soak_crawls')
  const modelUrl = await aDatabase('soak_model')
  const killsUrl = await aDatabase('soak_kills')
  const world = await aTradeWorld(modelUrl, await folder('model'))
  try {
    if (crawlMinutes > 0) await part('crawls', 0, () => crawls(crawlsUrl, crawlMinutes * 60))
    else if (copyRounds > 0) await playCopies(world, copyRounds)
    else if (killRounds > 0) await playKills(killsUrl, killRounds)
    else await playAll(world, killsUrl, crawlsUrl)
  } finally {
    await world.close()
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
report.minutes = Math.round((performance.now() - began) / 600) / 100
console.log(JSON.stringify(report, null, 2))
process.exitCode = report.findings.length > 0 ? 1 : 0

async function playAll(world: TradeWorld, killsUrl: string, crawlsUrl: string): Promise<void> {
  const until = performance.now() + minutes * 60_000
  for (let seed = firstSeed; performance.now() < until; seed += 1) {
    report.seeds.last = seed
    await part('model', seed, async () => {
      const run = await runTrade(world, { seed, sequences: 10, steps: 100 })
      report.model.sequences += run.sequences
      report.model.steps += run.steps
      for (const [kind, count] of Object.entries(run.tally)) {
        report.model.tally[kind] = (report.model.tally[kind] ?? 0) + count
      }
    })
    await part('duplicates', seed, () => duplicates(world, 20))
    await part('kills', seed, () => kills(killsUrl, seed))
    await part('crawls', seed, () => crawls(crawlsUrl, 20))
  }
}

/**
 * A new company for each hundred rounds: slowness that grows with a company's orders is visible, but does not dominate the
 * measurement.
 */
async function playCopies(world: TradeWorld, rounds: number): Promise<void> {
  for (let done = 0; done < rounds; done += 100) {
    await part('duplicates', done, () => duplicates(world, Math.min(100, rounds - done)))
  }
}

async function playKills(url: string, rounds: number): Promise<void> {
  for (let seed = firstSeed; seed < firstSeed + rounds; seed += 1) {
    report.seeds.last = seed
    await part('kills', seed, () => kills(url, seed))
  }
}

async function duplicates(world: TradeWorld, rounds: number): Promise<void> {
  await runDuplicates(world, { rounds, copies: report.duplicates.copies })
  report.duplicates.rounds += rounds
}

async function kills(url: string, seed: number): Promise<void> {
  const round = await killRound(url, await folder('kills'), seed)
  report.kills.rounds += 1
  report.kills.orders += round.orders
  report.kills.kills += round.kills
  report.kills.atPoints += round.atPoints
}

async function crawls(url: string, seconds: number): Promise<void> {
  const round = await crawlRound(url, seconds)
  report.crawls.rounds += 1
  report.crawls.pages += round.pages
  report.crawls.kills += round.kills
  report.crawls.redispatches += round.redispatches
}

/** A finding ends its part but not the run. */
async function part(name: string, seed: number, play: () => Promise<void>): Promise<void> {
  const from = performance.now()
  try {
    await play()
  } catch (error) {
    const what = error instanceof Error ? `${error.message}\n${String(error.cause ?? '')}` : error
    report.findings.push({ part: name, seed, what: String(what) })
  }
  const seconds = Math.round((performance.now() - from) / 1_000)
  console.error(`${name} ${seed}: ${seconds} s, ${report.findings.length} findings so far`)
}

async function folder(name: string): Promise<string> {
  const path = join(dataDir, name)
  await mkdir(path, { recursive: true })
  return path
}

async function aDatabase(name: string): Promise<string> {
  const server = openDatabase({ url: postgres.url, poolMax: 1, statementTimeoutMs: 60_000 })
  await sql`create database ${sql.ref(name)}`.execute(server.pool)
  await server.close()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  const database = openDatabase({ url: url.href, poolMax: 1, statementTimeoutMs: 60_000 })
  await database.migrate(await readMigrations())
  await database.close()
  return url.href
}
