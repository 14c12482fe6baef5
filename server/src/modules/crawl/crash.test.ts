import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { platformCompanyId } from '#modules/identity'
import { sql } from '#platform/db'
import { aPage, useSupplierSite } from '#testing/supplier-site'
import { isLive } from './runs/run.ts'
import { findRun, insertRun } from './runs/run-store.ts'
import { insertSource } from './sources/source-store.ts'

const database = await useDatabase()
const site = await useSupplierSite()
const fixture = fileURLToPath(new URL('./crash.fixture.ts', import.meta.url))
let worker: ChildProcess | undefined
const companyId = platformCompanyId

afterAll(() => worker?.kill('SIGKILL'))

/** More in the soak than in each build. */
const kills = Number(process.env.CRAWL_KILLS ?? 4)

it('a run whose workers are killed again and again reads every page, stores each once, and ends', async () => {
  const names = Array.from({ length: 60 * (kills + 1) }, (_one, at) => `/p/${at}`)
  site.pages.set('/', aPage(names))
  for (const [at, name] of names.entries()) site.pages.set(name, aPage([], [{ sku: `K${at}` }]))
  const run = await startRun(site.url)

  for (let killed = 0; killed < kills; killed += 1) {
    start()
    const enough = site.requests.length + 10 + Math.floor(Math.random() * 40)
    await until(async () => site.requests.length >= enough)
    worker?.kill('SIGKILL')
    await once(worker as ChildProcess, 'exit')
  }
  expect(await isOver(run)).toBe(false)
  start()
  await until(() => isOver(run))

  expect(await findRun(database.pool, [companyId], run)).toMatchObject({
    state: 'SUCCEEDED',
    offers: names.length,
    offersChanged: names.length,
    dispatches: 1,
    redispatches: kills,
    failure: undefined,
  })
  const asked = new Set(site.requests.map(({ path }) => path))
  expect(names.filter((name) => !asked.has(name))).toEqual([])
  expect(await countsOf(run)).toEqual({
    pages: names.length + 1,
    read: names.length + 1,
    offers: names.length,
    stored: names.length,
    page_events: names.length + 1,
    told: names.length,
    gaps: 0,
  })
}, 300_000)

async function isOver(id: string): Promise<boolean> {
  const run = await findRun(database.pool, [companyId], id)
  return run !== undefined && !isLive(run)
}

function start(): void {
  worker = spawn(process.execPath, [fixture, database.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {},
  })
}

async function startRun(url: string): Promise<string> {
  const now = new Date()
  const source = { companyId, id: newId('csrc', now) }
  const id = newId('crl', now)
  await database.transaction(async (tx) => {
    await insertSource(tx, {
      ...source,
      name: 'A shop',
      kind: 'site',
      url,
      supplierId: undefined,
      state: 'ACTIVE',
      everyHours: undefined,
      nextRunAt: undefined,
      createdAt: now,
      updatedAt: now,
    })
    const asked = { requestedBy: undefined, requestingCompanyId: undefined, query: undefined }
    await insertRun(tx, { ...asked, companyId, id, source, awaitingConfirmation: false, now })
  })
  return id
}

/** The rows of the run, counted in several ways. */
async function countsOf(run: string) {
  const { rows } = await sql<Record<string, number>>`
    with events as (select * from crawl.events where company_id = ${companyId} and run_id = ${run})
    select
      (select count(*) from crawl.pages where company_id = ${companyId} and run_id = ${run}) as pages,
      (select count(*) from crawl.pages
        where company_id = ${companyId} and run_id = ${run} and state = 'FETCHED') as read,
      (select sum(offers) from crawl.pages where company_id = ${companyId} and run_id = ${run})::integer as offers,
      (select count(*) from crawl.offers where company_id = ${companyId}) as stored,
      (select count(distinct data->>'url') from events where kind = 'page') as page_events,
      (select sum(products) from events)::integer as told,
      (select max(event) - count(*) from events) as gaps
  `.execute(database.pool)
  return rows[0]
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}
