import { expect, it } from 'vitest'
import { after, daysMs } from '#kernel/time'
import { sql } from '#platform/db'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { operator, useCrawlStage } from './crawl.fixture.ts'
import { purgeCrawls } from './jobs.ts'

const stage = await useCrawlStage()
const { crawl, crawls, aSource, offersOf, deps } = stage
const site = await useSupplierSite()
const inDays = (days: number) => ({ ...deps, now: () => after(new Date(), daysMs(days)) })

it('a run that ended long ago is deleted with its pages and events, and its offers stay', async () => {
  site.pages.set('/old', aPage(['/old/1']))
  site.pages.set('/old/1', aPage([], [{ sku: 'O1' }]))
  const source = await aSource(`${site.url}/old`)
  const run = await crawl(source)
  await purgeCrawls(inDays(29), 30)
  expect(await rowsOf(run.id)).toEqual({ runs: 1, pages: 2, events: 5, patterns: 2 })
  await purgeCrawls(inDays(31), 30)
  expect(await rowsOf(run.id)).toEqual({ runs: 0, pages: 0, events: 0, patterns: 0 })
  expect(await offersOf(source)).toHaveLength(1)
})

it('a live run is never too old', async () => {
  site.pages.set('/live', () => undefined)
  const { id } = await aSource(`${site.url}/live`)
  const run = await crawls.start(operator, { sourceId: id }, undefined)
  await purgeCrawls(inDays(400), 30)
  expect((await rowsOf(run.id))?.runs).toBe(1)
  await crawls.cancel(operator, run.id)
})

it('the rows of a deleted source are deleted, and those of the others stay', async () => {
  site.pages.set('/gone', aPage([], [{ sku: 'G' }]))
  site.pages.set('/stays', aPage([], [{ sku: 'S' }]))
  const [gone, stays] = [await aSource(`${site.url}/gone`), await aSource(`${site.url}/stays`)]
  for (const source of [gone, stays]) await crawl(source)
  await crawls.deleteSource(operator, gone.id)
  await purgeCrawls(deps, 30)
  const { rows } = await sql<{ source_id: string }>`
    select source_id from crawl.offers
    where company_id = ${gone.companyId} and source_id in (${gone.id}, ${stays.id})
    union all select source_id from crawl.documents
    where company_id = ${gone.companyId} and source_id in (${gone.id}, ${stays.id})
    union all select id from crawl.sources
    where company_id = ${gone.companyId} and id in (${gone.id}, ${stays.id})
  `.execute(stage.database.pool)
  expect(rows.map((row) => row.source_id)).toEqual([stays.id, stays.id, stays.id])
})

async function rowsOf(run: string) {
  const { companyId } = operator
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from crawl.runs where company_id = ${companyId} and id = ${run}) as runs,
      (select count(*) from crawl.pages where company_id = ${companyId} and run_id = ${run}) as pages,
      (select count(*) from crawl.events where company_id = ${companyId} and run_id = ${run}) as events,
      (select count(*) from crawl.patterns where company_id = ${companyId} and run_id = ${run}) as patterns
  `.execute(stage.database.pool)
  return rows[0]
}
