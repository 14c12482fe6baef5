import { describe, expect, it } from 'vitest'
import { after } from '#kernel/time'
import { holderOf } from '#platform/leases'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { useCrawlStage } from './crawl.fixture.ts'
import { renewHost, takeHost } from './work/host-store.ts'
import { withHost } from './work/host-turn.ts'

const delayMs = 60
const stage = await useCrawlStage({ hostDelayMs: delayMs, fetchTimeoutMs: 400 })
const { crawl, aSource, pagesOf, deps } = stage

/** A site with a robots.txt of its own, because a host has one for a day. */
async function aSite(
  robots: Parameters<Awaited<ReturnType<typeof useSupplierSite>>['pages']['set']>[1],
) {
  const site = await useSupplierSite()
  site.pages.set('/robots.txt', robots)
  site.pages.set('/', aPage(['/a', '/b']))
  for (const path of ['/a', '/b', '/c']) site.pages.set(path, aPage([], [{ sku: path }]))
  return site
}

const text =
  (body: string | Buffer) => (_request: unknown, response: import('node:http').ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(body)

describe('the robots.txt of a host', () => {
  it('is read once, and what it forbids is not asked for', async () => {
    const site = await aSite(text('User-agent: PurveyorBot\nDisallow: /b'))
    const source = await aSource(site.url)
    const run = await crawl(source)
    expect(await pagesOf(run)).toEqual({ '/': 'FETCHED', '/a': 'FETCHED', '/b': 'REFUSED robots' })
    await crawl(source)
    expect(site.paths()).toEqual(['/', '/', '/a', '/a', '/robots.txt'])
  })

  it.each([404, 403])('that answers %i allows everything', async (status) => {
    const site = await aSite(status)
    expect(await crawl(await aSource(site.url))).toMatchObject({ state: 'SUCCEEDED', offers: 2 })
  })

  it.each([500, 503, 429])('that answers %i forbids everything', async (status) => {
    const site = await aSite(status)
    const run = await crawl(await aSource(site.url))
    expect(run).toMatchObject({ state: 'FAILED', failure: 'robots_unreachable', requests: 0 })
    expect(site.paths()).toEqual(['/robots.txt'])
  })

  it('that never answers forbids everything', async () => {
    const site = await aSite(() => undefined)
    expect(await crawl(await aSource(site.url))).toMatchObject({ failure: 'robots_unreachable' })
  })

  it.each([
    ['is 5 MB long', `Disallow: /b\n${'# filler\n'.repeat(600_000)}`],
    ['has 10,001 rules', 'Disallow: /b\n'.repeat(10_001)],
    ['has a pattern of 2,001 characters', `Disallow: /${'b'.repeat(2_000)}`],
    ['has a pattern with 21 wildcards', `Disallow: ${'*'.repeat(21)}`],
  ])('that %s closes the host', async (_what, rules) => {
    const site = await aSite(text(`User-agent: *\n${rules}`))
    const source = await aSource(site.url)
    const failed = { state: 'FAILED', failure: 'robots_beyond_limits', requests: 0 }
    expect(await crawl(source)).toMatchObject(failed)
    // The next run within the hour knows it.
    expect(await crawl(source)).toMatchObject(failed)
    expect(site.paths()).toEqual(['/robots.txt'])
  })

  it('may be a redirect of a few hops, and none into a private network', async () => {
    const to =
      (location: string) => (_request: unknown, response: import('node:http').ServerResponse) =>
        response.writeHead(301, { location }).end()
    const site = await aSite(to('/r2'))
    site.pages.set('/r2', to('/r3'))
    site.pages.set('/r3', text('User-agent: *\nDisallow: /a'))
    expect(await pagesOf(await crawl(await aSource(site.url)))).toMatchObject({
      '/a': 'REFUSED robots',
    })
    const inside = await aSite(to('http://169.254.169.254/robots.txt'))
    expect(await crawl(await aSource(inside.url))).toMatchObject({ failure: 'robots_unreachable' })
  })

  it('names sitemaps, which are read', async () => {
    const site = await aSite(404)
    site.pages.set('/robots.txt', text(`Sitemap: ${site.url}/map.xml`))
    site.pages.set('/map.xml', text(`<urlset><url><loc>${site.url}/c</loc></url></urlset>`))
    expect(await crawl(await aSource(site.url))).toMatchObject({ state: 'SUCCEEDED', offers: 3 })
  })
})

describe('a host', () => {
  it('is asked by one worker at a time, with the pause after each, whichever run it is', async () => {
    const site = await aSite(404)
    const links = Array.from({ length: 8 }, (_one, at) => `/p/${at}`)
    site.pages.set('/', aPage(links))
    for (const path of links) site.pages.set(path, aPage([]))
    site.pages.set('/other', aPage(links))
    await useCrawlStage({ hostDelayMs: delayMs }, { database: stage.database })
    await Promise.all([crawl(await aSource(site.url)), crawl(await aSource(`${site.url}/other`))])
    expect(site.atOnce()).toBe(1)
    const gaps = site.requests.slice(1).map(({ at }, place) => at - (site.requests[place]?.at ?? 0))
    expect(gaps.length).toBeGreaterThan(15)
    // The clocks of the two sides round differently.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs - 5)
  })

  it('that wishes a longer pause gets it', async () => {
    const site = await aSite(text('User-agent: *\nCrawl-delay: 0.3'))
    await crawl(await aSource(site.url))
    const gaps = site.requests.slice(1).map(({ at }, place) => at - (site.requests[place]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(295)
  })

  it.each([
    ['in seconds', 995, () => '1'],
    // A date has whole seconds, so it is up to a second earlier.
    ['by a date', 900, () => new Date(Date.now() + 2_000).toUTCString()],
  ])('that asks to wait, %s, is left alone for so long', async (_how, leastMs, retryAfter) => {
    const site = await aSite(404)
    let busy = true
    site.pages.set('/a', (_request, response) => {
      if (busy) response.writeHead(429, { 'retry-after': retryAfter() }).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end(aPage([], [{ sku: 'A' }]))
      busy = false
    })
    expect(await crawl(await aSource(site.url))).toMatchObject({ state: 'SUCCEEDED', offers: 2 })
    const asked = site.requests.filter(({ path }) => path === '/a').map(({ at }) => at)
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(leastMs)
  })

  it('whose worker is silent is free when its turn is over', async () => {
    const turn = (token: string, at: Date) =>
      takeHost(deps.database.pool, 'silent.example', { token, until: after(at, 20_000), now: at })
    const began = new Date()
    expect(await turn('one', began)).toBeDefined()
    expect(await turn('two', after(began, 19_000))).toBeUndefined()
    expect(await turn('two', after(began, 20_000))).toBeDefined()
    expect(
      await renewHost(deps.database.pool, 'silent.example', {
        token: 'one',
        until: after(began, 60_000),
      }),
    ).toBe(false)
  })

  it('whose worker has died is free at once, with its pause', async () => {
    const host = 'dead.example'
    const died = { token: `hst_1@${holderOf(2 ** 22 + 1)}`, until: after(new Date(), 20_000) }
    await takeHost(deps.database.pool, host, { ...died, now: new Date() })
    await expect(
      withHost(deps, host, new AbortController().signal, async ({ host: taken }) => taken),
    ).resolves.toBe(host)
  })
})
