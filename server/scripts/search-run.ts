import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { LocalAccess } from '../src/start/seed-local.ts'
import { askQuery, judgedSearchOf, readQueries, type Service } from './search-run/ask-queries.ts'
import {
  caseSets,
  fallenShares,
  judgeCases,
  readCaseFigures,
  readCases,
} from './search-run/judge-cases.ts'
import { readJudgedSet } from './search-run/judged-set.ts'
import { fallenBelow, scoresOf, tableOf } from './search-run/score-run.ts'

/**
 * `npm run search:run -- --queries FILE.csv --out run.json [--url http://…] [--api-key …] [--depth 50]`: sends every query of a
 * file to a running service and writes the results, best first, as `{"<query_id>": ["<article number>", …]}`. The default address
 * and key are those of the local service.
 *
 * `npm run search:run -- --score`: sends the judged queries of `data/search`, prints the score of each class and its confidence
 * interval, and the share of right answers of each kind of cases in `server/test/data/search`. It fails if a class or a kind is more
 * than 0.03 below the committed figures. It names no case of the unseen set, so that authors of rules may run it.
 */
const { values } = parseArgs({
  options: {
    queries: { type: 'string' },
    out: { type: 'string' },
    url: { type: 'string' },
    'api-key': { type: 'string' },
    depth: { type: 'string', default: '50' },
    score: { type: 'boolean', default: false },
  },
})
const depth = Number(values.depth)
const hasWork = values.score || (values.queries && values.out)
if (!hasWork || !Number.isInteger(depth) || depth < 1 || depth > 100) {
  console.error(
    'Usage: npm run search:run -- (--score | --queries FILE.csv --out run.json) [--url http://127.0.0.1:3000] [--api-key KEY] [--depth 50]',
  )
  process.exit(64)
}
try {
  const service = await findService()
  if (values.score) await scoreJudged(service)
  else await writeRun(service, values.queries ?? '', values.out ?? '')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function writeRun(service: Service, queriesFile: string, out: string): Promise<void> {
  const queries = await readQueries(queriesFile)
  const run: Record<string, readonly string[]> = {}
  let empty = 0
  for (const query of queries) {
    const found = await askQuery(service, query, depth)
    if (found.length === 0) empty += 1
    run[query.id] = found
  }
  await writeFile(out, `${JSON.stringify(run)}\n`)
  console.log(`${queries.length} queries asked, ${empty} found nothing. The run is in ${out}.`)
}

async function scoreJudged(service: Service): Promise<void> {
  const { queries, grades, figures } = await readJudgedSet()
  const run = new Map<string, readonly string[]>()
  for (const query of queries) run.set(query.id, await askQuery(service, query, depth))
  const scores = scoresOf(run, grades, queries)
  console.log(tableOf(scores))
  const falls = fallenBelow(figures, scores)
  const caseFigures = await readCaseFigures()
  for (const set of caseSets) {
    const { shares, wrong } = await judgeCases(judgedSearchOf(service), await readCases(set))
    console.log(`\n${set} cases: ${JSON.stringify(shares)}`)
    if (set === 'visible' && wrong.length > 0) console.log(`wrong: ${wrong.join(', ')}`)
    falls.push(...fallenShares(caseFigures[set], shares).map((fall) => `${set}: ${fall}`))
  }
  for (const fall of falls) {
    console.error(fall)
    process.exitCode = 1
  }
}

async function findService(): Promise<Service> {
  if (values.url && values['api-key']) return { baseUrl: values.url, apiKey: values['api-key'] }
  const path = join(resolve(process.env.PURVEYOR_DATA_DIR ?? '.purveyor'), 'local-access.json')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) {
    throw new Error(
      `No service has run in this folder (${path} is missing). Start one with \`npm start\`, or give --url and --api-key.`,
    )
  }
  const access = JSON.parse(text) as LocalAccess
  return { baseUrl: values.url ?? access.baseUrl, apiKey: values['api-key'] ?? access.apiKey }
}
