import { describe, expect, it } from 'vitest'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { operator, useCrawlStage } from './crawl.fixture.ts'
import { startDueRuns } from './jobs.ts'
import type { Source } from './sources/source.ts'

const stage = await useCrawlStage()
const { crawl, aSource, offersOf, crawls, notices, resolved } = stage
const site = await useSupplierSite()

let made = 0
/** A shop with ten products. */
async function aShop() {
  made += 1
  const base = `/v${made}`
  const put = (names: readonly string[]) => {
    site.pages.set(base, aPage(names.map((name) => `${base}/${name}`)))
    for (let at = 0; at < 10; at += 1) {
      const name = `p${at}`
      site.pages.set(`${base}/${name}`, names.includes(name) ? aPage([], [{ sku: name }]) : 404)
    }
  }
  const all = Array.from({ length: 10 }, (_one, at) => `p${at}`)
  put(all)
  return { source: await aSource(site.url + base), put, all, base }
}

const listed = async (source: Source) =>
  (await offersOf(source)).filter(({ state }) => state === 'LISTED').length

describe('an offer', () => {
  it('vanishes when two complete runs have missed it, and comes back when it is found again', async () => {
    const { source, put, all } = await aShop()
    await crawl(source)
    put(all.slice(2))
    expect(await crawl(source)).toMatchObject({ state: 'SUCCEEDED' })
    expect(await listed(source), 'after one').toBe(10)
    await crawl(source)
    expect(await listed(source), 'after two').toBe(8)
    put(all)
    await crawl(source)
    expect(await listed(source), 'found again').toBe(10)
  })

  it('that a run misses once, and the next one finds, stays', async () => {
    const { source, put, all } = await aShop()
    await crawl(source)
    for (const names of [all.slice(1), all, all.slice(1), all]) {
      put(names)
      await crawl(source)
      expect(await listed(source)).toBe(10)
    }
  })

  it('does not vanish by runs that are not complete', async () => {
    const { source, put, all, base } = await aShop()
    await crawl(source)
    put(all.slice(2))
    site.pages.set(`${base}/p9`, 500)
    for (let at = 0; at < 3; at += 1)
      expect(await crawl(source)).toMatchObject({ state: 'PARTIAL' })
    expect(await listed(source)).toBe(10)
  })
})

describe('three of ten offers that would vanish at once', () => {
  async function held() {
    const shop = await aShop()
    await crawl(shop.source)
    shop.put(shop.all.slice(3))
    await crawl(shop.source)
    await crawl(shop.source)
    const reviews = await crawls.listReviews({ state: 'OPEN', before: undefined, limit: 10 })
    const review = reviews.find(({ sourceId }) => sourceId === shop.source.id)
    return { ...shop, review }
  }

  it('stay until an operator decides, who is notified', async () => {
    const { source, review } = await held()
    expect(review).toMatchObject({ missing: 3, listed: 10 })
    expect(await listed(source)).toBe(10)
    expect(notices).toContainEqual({ key: 'crawl.offers-held', dedupeKey: source.id })
    await crawl(source)
    expect(await listed(source), 'a further run').toBe(10)
    await crawls.decideReview(operator, review?.id ?? '', 'ACCEPTED')
    expect(await listed(source)).toBe(7)
    expect(resolved).toContainEqual({ key: 'crawl.offers-held', dedupeKey: source.id })
    await expect(
      crawls.decideReview(operator, review?.id ?? '', 'DISMISSED'),
    ).rejects.toMatchObject({ code: 'crawl.review_decided' })
    await expect(crawls.decideReview(operator, 'crv_none', 'DISMISSED')).rejects.toMatchObject({
      code: 'crawl.review_not_found',
    })
  })

  it('stay when the operator says so', async () => {
    const { source, review } = await held()
    await crawls.decideReview(operator, review?.id ?? '', 'DISMISSED')
    await crawl(source)
    expect(await listed(source)).toBe(10)
    await crawl(source)
    const again = await crawls.listReviews({ state: 'OPEN', before: undefined, limit: 10 })
    expect(again.map(({ sourceId }) => sourceId)).toContain(source.id)
  })

  it('need no decision when the site has them again', async () => {
    const { source, put, all, review } = await held()
    put(all)
    await crawl(source)
    const open = await crawls.listReviews({ state: 'OPEN', before: undefined, limit: 10 })
    expect(open.map(({ id }) => id)).not.toContain(review?.id)
    expect(resolved).toContainEqual({ key: 'crawl.offers-held', dedupeKey: source.id })
  })
})

describe('a feed that is as it was', () => {
  it('keeps its offers, and their age, without reading them again', async () => {
    const csv =
      'id;title;price;link\nA;One;1.00 EUR;https://shop.example/a\nB;Two;2.00 EUR;https://shop.example/b'
    let body = csv
    site.pages.set('/feed.csv', (request, response) => {
      const etag = `"${body.length}"`
      const isKnown = request.headers['if-none-match'] === etag
      response.writeHead(isKnown ? 304 : 200, { etag, 'content-type': 'text/csv' })
      response.end(isKnown ? undefined : body)
    })
    const source = await aSource(`${site.url}/feed.csv`, 'feed')
    await crawl(source)
    const before = await offersOf(source)
    expect(await crawl(source)).toMatchObject({ state: 'SUCCEEDED', offersChanged: 0 })
    const after = await offersOf(source)
    expect(after.map(({ state }) => state)).toEqual(['LISTED', 'LISTED'])
    expect(Number(after[0]?.lastSeenAt)).toBeGreaterThan(Number(before[0]?.lastSeenAt))
    body = csv.split('\n').slice(0, 2).join('\n')
    await crawl(source)
    await crawl(source)
    const review = await crawls.listReviews({ state: 'OPEN', before: undefined, limit: 10 })
    expect(
      review.map(({ sourceId }) => sourceId),
      'half of them',
    ).toContain(source.id)
  })
})

describe('a schedule', () => {
  it('starts a run when it is due, and plans the next one', async () => {
    const { source } = await aShop()
    await crawls.changeSource(operator, source.id, { everyHours: 24 })
    const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000)
    expect(await startDueRuns(stage.deps)).toBe(0)
    expect(await startDueRuns({ ...stage.deps, now: inTwoDays })).toBe(1)
    expect(await startDueRuns({ ...stage.deps, now: inTwoDays }), 'again').toBe(0)
    const { nextRunAt } = await crawls.getSource(operator, source.id)
    expect(nextRunAt?.getTime()).toBeGreaterThan(inTwoDays().getTime())
  })
})
