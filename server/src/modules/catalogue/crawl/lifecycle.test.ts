import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/id'
import { platformCompanyId } from '#modules/identity'
import { sql } from '#platform/db'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { aPersonOf, operator, supplierId, useCrawlStage } from './crawl.fixture.ts'
import type { Run } from './runs/run.ts'
import type { Source } from './sources/source.ts'

const stage = await useCrawlStage()
const { crawls, deps, ended } = stage
const { database } = deps
const site = await useSupplierSite()
const ours = 'co_0000000000000000000000000a'
const theirs = 'co_0000000000000000000000000b'
const admin = aPersonOf(ours, 'company_admin')
const buyer = aPersonOf(ours, 'buyer')
const stranger = aPersonOf(theirs, 'company_admin')

let made = 0
/** A source with one product. */
async function aSource(actor = admin, state: 'ready' | 'slow' = 'ready'): Promise<Source> {
  made += 1
  const path = `/s${made}`
  site.pages.set(path, state === 'ready' ? aPage([], [{ sku: `S${made}` }]) : () => undefined)
  return crawls.createSource(actor, { name: 'A shop', kind: 'site', url: site.url + path })
}

const propose = ({ companyId, id }: Source): Promise<Run> =>
  database.transaction(async (tx) => {
    const run = await crawls.propose(
      tx,
      { companyId, id },
      { requestedBy: buyer.id, requestingCompanyId: ours, query: 'cables', now: new Date() },
    )
    if (!run) throw new Error('no run was proposed')
    return run
  })

const many = <Result>(work: (at: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: 100 }, (_one, at) => work(at)))

describe('a source', () => {
  it('of a company is seen by that company and by operators, its offers by that company alone, and one of operators by all', async () => {
    const own = await aSource(admin)
    const shared = await aSource(operator)
    expect(await crawls.getSource(buyer, own.id)).toMatchObject({ id: own.id })
    expect(await crawls.getSource(stranger, shared.id)).toMatchObject({
      companyId: platformCompanyId,
    })
    await expect(crawls.getSource(stranger, own.id)).rejects.toMatchObject({
      code: 'crawl.source_not_found',
    })
    expect(await crawls.getSource(operator, own.id)).toMatchObject({ companyId: ours })
    const run = await ended(await crawls.start(operator, { sourceId: own.id }, undefined))
    expect(run).toMatchObject({ companyId: ours, offers: 1 })
    const all = { state: undefined, before: undefined, limit: 100 }
    expect(await crawls.listOffers(buyer, own.id, all)).toHaveLength(1)
    for (const actor of [stranger, operator]) {
      await expect(crawls.listOffers(actor, own.id, all)).rejects.toMatchObject({
        code: 'crawl.source_not_found',
      })
      await expect(crawls.getRunWithOffers(actor, run.id)).rejects.toMatchObject({
        code: 'crawl.run_not_found',
      })
    }
    const seen = await crawls.listSources(stranger, { before: undefined, limit: 100 })
    expect(seen.map(({ id }) => id)).not.toContain(own.id)
    expect(seen.map(({ id }) => id)).toContain(shared.id)
    const change = { name: 'Mine' }
    await expect(crawls.changeSource(stranger, shared.id, change)).rejects.toMatchObject({
      code: 'crawl.source_not_found',
    })
    await expect(crawls.changeSource(buyer, own.id, change)).rejects.toMatchObject({
      code: 'crawl.source_not_found',
    })
    expect(await crawls.changeSource(admin, own.id, change)).toMatchObject(change)
  })

  it.each([
    ['ftp://shop.example.com/feed.csv', 'crawl.address_scheme_unsupported'],
    ['file:///etc/passwd', 'crawl.address_scheme_unsupported'],
    ['https://user:secret@shop.example.com/', 'crawl.address_has_credentials'],
    ['shop.example.com', 'crawl.address_invalid'],
    ['https://', 'crawl.address_invalid'],
    ['http://169.254.169.254/latest/meta-data', 'crawl.address_unsafe'],
    ['http://10.1.2.3/', 'crawl.address_unsafe'],
    ['http://0x0a000001/', 'crawl.address_unsafe'],
  ])('with the address %s is refused: %s', async (url, code) => {
    const source = { name: 'x', kind: 'site' as const, url }
    await expect(crawls.createSource(admin, source)).rejects.toMatchObject({ code })
    await expect(crawls.start(admin, { url }, undefined)).rejects.toMatchObject({ code })
  })

  it('names a supplier that exists', async () => {
    const draft = { name: 'x', kind: 'site' as const, url: `${site.url}/of-nobody` }
    const unknown = { supplierId: 'co_0000000000000000000000000z' }
    await expect(crawls.createSource(admin, { ...draft, ...unknown })).rejects.toMatchObject({
      code: 'crawl.supplier_unknown',
    })
    const { id } = await aSource()
    await expect(crawls.changeSource(admin, id, unknown)).rejects.toMatchObject({
      code: 'crawl.supplier_unknown',
    })
  })

  it('is confirmed to show the goods of its supplier by an operator or by the supplier alone', async () => {
    const { id } = await aSource(admin)
    const linked = await crawls.changeSource(admin, id, { supplierId })
    expect(linked).toMatchObject({ supplierId, isSupplierConfirmed: false })
    const confirm = () => crawls.changeSource(operator, id, { supplierId })
    expect(await confirm()).toMatchObject({ isSupplierConfirmed: true })
    const renamed = await crawls.changeSource(admin, id, { name: 'Renamed', supplierId })
    expect(renamed, 'the same supplier').toMatchObject({ isSupplierConfirmed: true })

    await crawls.changeSource(admin, id, { supplierId: null })
    const again = await crawls.changeSource(admin, id, { supplierId })
    expect(again, 'linked anew').toMatchObject({ isSupplierConfirmed: false })
    await crawls.changeSource(operator, id, { name: 'Not about the supplier' })
    expect(await crawls.getSource(admin, id)).toMatchObject({ isSupplierConfirmed: false })

    const draft = { name: 'x', kind: 'site' as const, supplierId }
    const seller = aPersonOf(supplierId, 'company_admin')
    for (const [actor, path, isConfirmed] of [
      [admin, '/linked', false],
      [seller, '/own', true],
      [operator, '/shared', true],
    ] as const) {
      const made = await crawls.createSource(actor, { ...draft, url: site.url + path })
      expect(made.isSupplierConfirmed, path).toBe(isConfirmed)
      expect(await crawls.getSource(operator, made.id)).toMatchObject(made)
    }
  })

  it('is one of at most 200 of a company', async () => {
    const crowded = aPersonOf('co_0000000000000000000000000c', 'company_admin')
    await sql`
      insert into crawl.sources (company_id, id, name, kind, url, state, created_at, updated_at)
      select ${crowded.companyId}, 'csrc_' || at, 'A shop', 'site', 'https://shop.example/' || at, 'ACTIVE', now(), now()
      from generate_series(1, 199) as at
    `.execute(database.pool)
    await aSource(crowded)
    await expect(aSource(crowded)).rejects.toMatchObject({ code: 'crawl.sources_too_many' })
  })

  it('has one address once in a company', async () => {
    const { id, url } = await aSource(admin)
    await expect(
      crawls.createSource(admin, { name: 'Again', kind: 'feed', url }),
    ).rejects.toMatchObject({ code: 'crawl.source_exists', details: { sourceId: id } })
  })

  it('that is deleted is seen no more, and its live run is cancelled', async () => {
    const source = await aSource(admin)
    const run = await propose(source)
    await crawls.deleteSource(admin, source.id)
    await expect(crawls.getSource(admin, source.id)).rejects.toMatchObject({
      code: 'crawl.source_not_found',
    })
    expect(await crawls.getRun(admin, run.id)).toMatchObject({ state: 'CANCELLED' })
    await expect(crawls.start(admin, { sourceId: source.id }, undefined)).rejects.toMatchObject({
      code: 'crawl.source_not_found',
    })
  })

  it('that is paused starts no run', async () => {
    const source = await aSource(admin)
    await crawls.changeSource(admin, source.id, { state: 'PAUSED' })
    await expect(crawls.start(admin, { sourceId: source.id }, undefined)).rejects.toMatchObject({
      code: 'crawl.source_paused',
    })
  })
})

describe('a run', () => {
  it('that is started a hundred times at once is one run, dispatched once', async () => {
    const source = await aSource(admin, 'slow')
    const runs = await many(() => crawls.start(buyer, { sourceId: source.id }, undefined))
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1)
    expect(await crawls.cancel(buyer, runs[0]?.id ?? '')).toMatchObject({
      dispatches: 1,
      redispatches: 0,
    })
  })

  it('that was proposed waits for a person, and a hundred confirmations and reconnections dispatch it once', async () => {
    const source = await aSource()
    const proposed = await propose(source)
    expect(proposed).toMatchObject({ state: 'QUEUED', awaitingConfirmation: true, dispatches: 0 })
    const runs = await many((at) =>
      at % 2 === 0 ? crawls.confirm(buyer, proposed.id) : crawls.reconnect(buyer, proposed.id),
    )
    expect(new Set(runs.map(({ id }) => id))).toEqual(new Set([proposed.id]))
    const run = await ended(proposed)
    expect(run).toMatchObject({ state: 'SUCCEEDED', dispatches: 1, redispatches: 0, offers: 1 })
    expect(await crawls.confirm(buyer, proposed.id), 'after its end').toMatchObject({
      state: 'SUCCEEDED',
    })
    const started = await sql<{ count: number }>`
      select count(*) as count from crawl.events
      where company_id = ${ours} and run_id = ${proposed.id} and kind = 'crawl.started'
    `.execute(database.pool)
    expect(started.rows[0]?.count).toBe(1)
  })

  it('that was cancelled cannot be confirmed', async () => {
    const { id } = await propose(await aSource())
    expect(await crawls.cancel(buyer, id)).toMatchObject({ state: 'CANCELLED' })
    expect(await crawls.cancel(buyer, id), 'again').toMatchObject({ state: 'CANCELLED' })
    await expect(crawls.confirm(buyer, id)).rejects.toMatchObject({ code: 'crawl.run_over' })
    expect(await crawls.reconnect(buyer, id)).toMatchObject({ state: 'CANCELLED' })
  })

  it('that is cancelled while it works ends at once, and its worker writes nothing more', async () => {
    const source = await aSource(admin, 'slow')
    const run = await crawls.start(buyer, { sourceId: source.id }, undefined)
    await until(async () => (await crawls.getRun(buyer, run.id)).state === 'RUNNING')
    expect(await crawls.cancel(admin, run.id)).toMatchObject({ state: 'CANCELLED' })
    const events = await stage.eventsOf(run)
    expect(events.at(-1)).toMatchObject({ kind: 'crawl.ended', data: { state: 'CANCELLED' } })
  })

  it('of another company does not exist', async () => {
    const { id } = await propose(await aSource())
    for (const call of [crawls.getRun, crawls.confirm, crawls.reconnect, crawls.cancel]) {
      await expect(call(stranger, id)).rejects.toMatchObject({ code: 'crawl.run_not_found' })
    }
    await crawls.cancel(admin, id)
  })

  it('whose worker was lost goes on when somebody reconnects, however many do, and once', async () => {
    const source = await aSource()
    const run = await lostRun(source)
    const runs = await many(() => crawls.reconnect(buyer, run))
    expect(new Set(runs.map(({ id }) => id))).toEqual(new Set([run]))
    const found = await ended(runs[0] as Run)
    expect(found).toMatchObject({ state: 'SUCCEEDED', dispatches: 1, redispatches: 1 })
  })

  it('whose worker was lost is found by the sweeper, which counts it', async () => {
    const source = await aSource()
    const run = await lostRun(source)
    await stage.sweep()
    const found = await ended(await crawls.getRun(buyer, run))
    expect(found).toMatchObject({ state: 'SUCCEEDED', dispatches: 1, redispatches: 1 })
  })

  it('needs a source or an address, and not both', async () => {
    const { id, url } = await aSource()
    for (const target of [{}, { sourceId: id, url }]) {
      await expect(crawls.start(admin, target, undefined)).rejects.toMatchObject({
        code: 'crawl.target_ambiguous',
      })
    }
    await expect(crawls.start(admin, { sourceId: 'csrc_none' }, undefined)).rejects.toMatchObject({
      code: 'crawl.source_not_found',
    })
    const unknown = { url: `${site.url}/unknown` }
    await expect(crawls.start(buyer, unknown, undefined)).rejects.toMatchObject({
      code: 'crawl.source_not_found',
    })
    expect(await ended(await crawls.start(buyer, { url }, undefined))).toMatchObject({
      sourceId: id,
    })
  })
})

/** A run that a worker of a process that is gone has held. */
async function lostRun({ companyId, id: sourceId }: Source): Promise<string> {
  const id = newId('crl', new Date())
  await sql`
    insert into crawl.runs (company_id, id, source_id, number, state, available_at, attempts, dispatches, last_event,
      lease_token, lease_until, created_at)
    values (${companyId}, ${id}, ${sourceId}, 1, 'RUNNING', now(), 1, 1, 0, 'lse_1@gone', now() - interval '1 second', now())
  `.execute(database.pool)
  return id
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}
