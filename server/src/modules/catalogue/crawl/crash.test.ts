import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { platformCompanyId } from '#modules/identity'
import { sql } from '#platform/db'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { crawlRound, startRun } from '../../../../test/model/crawl-round.ts'
import { isLive } from './runs/run.ts'
import { findRun } from './runs/run-store.ts'

const fixture = fileURLToPath(new URL('./crash.fixture.ts', import.meta.url))

const database = await useDatabase()
const seconds = 60

it('a crawl whose workers are killed at random for a minute reads every page, stores each once, and ends', async () => {
  const { pages, kills, redispatches } = await crawlRound(database.url, seconds)
  expect(pages).toBeGreaterThan(100)
  expect(kills).toBeGreaterThan(3)
  expect(redispatches).toBeGreaterThan(0)
}, 400_000)

it('a page that kills its workers is given up, and the crawl reads all others', async () => {
  const site = await useSupplierSite()
  const products = Array.from({ length: 12 }, (_, at) => `/p/${at}`)
  site.pages.set('/list', aPage(products))
  for (const path of products) site.pages.set(path, aPage([], [{ sku: path }]))
  const id = await startRun(database, `${site.url}/list`)
  let deaths = 0
  while (await isOpen(id)) {
    const args = [fixture, database.url, '/p/5']
    const worker = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const gone = once(worker, 'exit').then(() => 'gone')
    while ((await isOpen(id)) && (await Promise.race([gone, wait(50)])) !== 'gone');
    if (worker.signalCode !== null) deaths += 1
    worker.kill('SIGKILL')
    await gone
  }
  expect(deaths).toBe(3)
  const { rows } = await sql<{ path: string; state: string; reason: string | null }>`
    select substring(url from '/[^/]+/[0-9]+$') as path, state, reason from crawl.pages
    where company_id = ${platformCompanyId} and run_id = ${id} and depth = 1
  `.execute(database.pool)
  const states = new Map(rows.map(({ path, state, reason }) => [path, `${state} ${reason}`]))
  expect(states.get('/p/5')).toBe('FAILED page_lost_workers')
  expect([...states.values()].filter((state) => state === 'FETCHED null')).toHaveLength(11)
  expect(await findRun(database.pool, [platformCompanyId], id)).toMatchObject({ state: 'PARTIAL' })
}, 120_000)

async function isOpen(id: string): Promise<boolean> {
  const run = await findRun(database.pool, [platformCompanyId], id)
  return run !== undefined && isLive(run)
}
