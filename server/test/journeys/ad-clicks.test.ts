import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/id'
import { after, hoursMs } from '#kernel/time'
import { sql } from '#platform/db'
import { createClickTokens } from '../../src/modules/catalogue/ads/clicks/click-token.ts'
import { anAdvertiser, campaignsUrl, clicksOf, follow, placesOf } from './advertised.ts'
import type { Client } from './client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()

async function aPlace(client: Client, word: string) {
  const [place] = await placesOf(client, word)
  if (!place) throw new Error('no place was sold')
  return place
}

async function aViewer(word: string) {
  const viewerId = crypto.randomUUID()
  const { body } = await ours.integration.post('/api/v1/ads/auctions', {
    placement: 'test',
    query: word,
    slots: 1,
    viewerId,
  })
  return body.data.sponsored[0] as { clickUrl: string }
}

describe('a click on a sponsored place', () => {
  it('redirects to the product and is charged once, however often it is repeated', async () => {
    const { word, supplier, campaign, product } = await anAdvertiser(world)
    const { clickUrl } = await aPlace(ours.buyer, word)

    const answers = await Promise.all(Array.from({ length: 40 }, () => follow(clickUrl)))

    for (const { status, headers } of answers) {
      expect(status).toBe(302)
      expect(headers.get('location')).toBe(`${world.baseUrl}/api/v1/products/${product.id}`)
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect(await clicksOf(supplier.admin, campaign.id, 40)).toEqual([
      expect.objectContaining({
        verdict: 'CHARGED',
        reason: null,
        price: { amount: '0.01', currency: 'EUR' },
        repeats: 39,
      }),
    ])
  })

  it('redirects to the address of the campaign', async () => {
    const landingUrl = 'https://shop.example.com/spring?from=search'
    const { word } = await anAdvertiser(world, { campaign: { landingUrl } })

    const { status, headers } = await follow((await aPlace(ours.buyer, word)).clickUrl)

    expect([status, headers.get('location')]).toEqual([302, landingUrl])
  })

  it('is free once the daily budget is spent, and still redirects', async () => {
    const price = { amount: '0.01', currency: 'EUR' }
    const { word, supplier, campaign } = await anAdvertiser(world, {
      campaign: { budgetPerDay: { amount: '0.03', currency: 'EUR' }, bidPerClick: price },
    })
    const places = await Promise.all(Array.from({ length: 8 }, () => aViewer(word)))

    const answers = await Promise.all(places.map(({ clickUrl }) => follow(clickUrl)))

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(302))
    const verdicts = (await clicksOf(supplier.admin, campaign.id, 8)).map(({ verdict }) => verdict)
    expect(verdicts.filter((verdict) => verdict === 'CHARGED')).toHaveLength(3)
    expect(verdicts.filter((verdict) => verdict === 'UNFUNDED')).toHaveLength(5)
    expect(await placesOf(ours.buyer, word)).toEqual([])
  })

  it('is marked when its viewer was charged today for the campaign, or is a robot', async () => {
    const { word, supplier, campaign } = await anAdvertiser(world)
    const [first, second] = [await aPlace(ours.buyer, word), await aPlace(ours.buyer, word)]
    const other = await aPlace(ours.approver, word)
    await follow(first.clickUrl)
    await clicksOf(supplier.admin, campaign.id, 1)

    const again = await follow(second.clickUrl)
    await clicksOf(supplier.admin, campaign.id, 2)
    const robot = await follow(other.clickUrl, { 'user-agent': 'Googlebot/2.1' })

    expect([again.status, robot.status]).toEqual([302, 302])
    expect(await clicksOf(supplier.admin, campaign.id, 3)).toEqual([
      expect.objectContaining({ verdict: 'MARKED', reason: 'ROBOT' }),
      expect.objectContaining({ verdict: 'MARKED', reason: 'SEEN_BEFORE' }),
      expect.objectContaining({ verdict: 'CHARGED', reason: null }),
    ])
  })

  it('is charged ten times a day for one campaign and one key, whatever viewers the key invents', async () => {
    const { word, supplier, campaign } = await anAdvertiser(world)
    const places = await Promise.all(Array.from({ length: 30 }, () => aViewer(word)))

    const answers = await Promise.all(places.map(({ clickUrl }) => follow(clickUrl)))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]))
    const clicks = await clicksOf(supplier.admin, campaign.id, 30)
    expect(clicks.filter(({ verdict }) => verdict === 'CHARGED')).toHaveLength(10)
    const marked = clicks.filter(({ verdict }) => verdict === 'MARKED')
    expect(marked).toHaveLength(20)
    expect(new Set(marked.map(({ reason }) => reason))).toEqual(new Set(['TOO_MANY_CHARGES']))
    const { body } = await supplier.admin.get('/api/v1/ads/report')
    expect(body.data[0]).toMatchObject({ charged: 10, marked: 20, spent: { amount: '0.10' } })
  })

  it('with a changed link redirects nowhere and records nothing', async () => {
    const { word, supplier, campaign } = await anAdvertiser(world)
    const { clickUrl } = await aPlace(ours.buyer, word)
    const [kid, payload = '', signature] = clickUrl.split('/').at(-1)?.split('.') ?? []
    const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[]

    for (const [at] of fields.entries()) {
      const changed = fields.with(at, typeof fields[at] === 'number' ? 9 : 'https://evil.example')
      const text = Buffer.from(JSON.stringify(changed)).toString('base64url')
      const url = `${world.baseUrl}/api/v1/ads/clicks/${kid}.${text}.${signature}`
      const { status, headers } = await follow(url)
      expect([status, headers.get('location')]).toEqual([404, null])
    }
    for (const text of ['x', 'a.b.c', `${kid}.${payload}.`, `other.${payload}.${signature}`]) {
      expect((await follow(`${world.baseUrl}/api/v1/ads/clicks/${text}`)).status).toBe(404)
    }
    expect(await clicksOf(supplier.admin, campaign.id, 0)).toEqual([])
  })
})

it('a click after half an hour redirects and costs nothing', async () => {
  const { word, supplier, campaign, product } = await anAdvertiser(world)
  const { clickUrl } = await aPlace(ours.buyer, word)
  const tokens = createClickTokens(world.parts.platform.sealKeys)
  const token = tokens.read(clickUrl.split('/').at(-1) ?? '')
  if (!token) throw new Error('the token is not ours')
  const hourAgo = after(new Date(), -hoursMs(1))
  const expired = tokens.sign({ ...token, auctionId: newId('auc', hourAgo) }, hourAgo)

  const { status, headers } = await follow(`${world.baseUrl}/api/v1/ads/clicks/${expired}`)

  expect([status, headers.get('location')]).toEqual([
    302,
    `${world.baseUrl}/api/v1/products/${product.id}`,
  ])
  expect(await clicksOf(supplier.admin, campaign.id, 1)).toEqual([
    expect.objectContaining({ verdict: 'MARKED', reason: 'EXPIRED' }),
  ])
})

describe('the report of a supplier', () => {
  it('counts auctions, places, clicks and money per day, as JSON and CSV', async () => {
    const { word, supplier, campaign } = await anAdvertiser(world, {
      campaign: { name: '=Spring' },
    })
    await follow((await aPlace(ours.buyer, word)).clickUrl)
    await placesOf(ours.approver, word)
    await clicksOf(supplier.admin, campaign.id, 1)

    const { body } = await supplier.admin.get('/api/v1/ads/report')

    const [day] = body.data
    expect(day).toMatchObject({
      campaignId: campaign.id,
      name: '=Spring',
      auctions: 2,
      places: 2,
      clicks: 1,
      charged: 1,
      marked: 0,
      spent: { amount: '0.01', currency: 'EUR' },
    })
    const csv = await fetch(`${world.baseUrl}/api/v1/ads/report.csv`, {
      headers: supplier.admin.headers,
    })
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [header, line] = (await csv.text()).split('\r\n')
    expect(header).toMatch(/^"day","campaignId"/)
    // No spreadsheet runs the name.
    expect(line).toBe(
      `"${day.day}","${campaign.id}","${supplier.id}","'=Spring","2","2","1","1","0","0.01","EUR"`,
    )
  })

  it('contains the supplier’s own campaigns, for at most a year', async () => {
    const { word } = await anAdvertiser(world)
    await placesOf(ours.buyer, word)
    const other = await anAdvertiser(world)

    expect((await other.supplier.admin.get('/api/v1/ads/report')).body.data).toEqual([])
    const long = await other.supplier.admin.get('/api/v1/ads/report?from=2024-01-01&to=2026-01-01')
    expect([long.status, long.body.meta.code]).toEqual([422, 'ads.report_too_long'])
    const foreign = await other.supplier.admin.get(`${campaignsUrl}/cmp_none/clicks`)
    expect(foreign.body.meta.code).toBe('ads.campaign_not_found')
  })
})

describe('viewer controls', () => {
  it('hide an advertiser from the viewer alone, and an opt-out hides all', async () => {
    const { word, supplier } = await anAdvertiser(world)
    const buyers = await world.company()
    const url = '/api/v1/ads/controls'
    expect(await placesOf(buyers.buyer, word)).toHaveLength(1)

    const hiding = await buyers.buyer.put(url, { hiddenAdvertisers: [supplier.id] })

    expect(hiding.body.data).toEqual({
      optedOut: false,
      hiddenAdvertisers: [supplier.id],
      companyOptedOut: false,
    })
    expect(await placesOf(buyers.buyer, word)).toEqual([])
    expect(await placesOf(buyers.approver, word)).toHaveLength(1)
    await buyers.approver.put(url, { optedOut: true })
    expect(await placesOf(buyers.approver, word)).toEqual([])
    await buyers.approver.put(url, { optedOut: false })
    expect(await placesOf(buyers.approver, word)).toHaveLength(1)
    const unknown = await buyers.buyer.put(url, { hiddenAdvertisers: ['co_none'] })
    expect(unknown.body.meta.code).toBe('ads.hidden_advertisers_unknown')
  })

  it('that are changed at the same time keep each change', async () => {
    const { supplier } = await anAdvertiser(world)
    const url = (viewer: number) => `/api/v1/ads/controls?viewerId=person-${viewer}`
    const viewers = Array.from({ length: 10 }, (_, viewer) => viewer)

    await Promise.all(
      viewers.flatMap((viewer) => [
        ours.integration.put(url(viewer), { optedOut: true }),
        ours.integration.put(url(viewer), { hiddenAdvertisers: [supplier.id] }),
      ]),
    )

    for (const viewer of viewers) {
      expect((await ours.integration.get(url(viewer))).body.data).toMatchObject({
        optedOut: true,
        hiddenAdvertisers: [supplier.id],
      })
    }
  })

  it('of a company switch sponsored places off for all its people', async () => {
    const { word } = await anAdvertiser(world)
    const buyers = await world.company()
    const url = '/api/v1/ads/controls/company'
    expect(await placesOf(buyers.buyer, word)).toHaveLength(1)
    expect((await buyers.buyer.put(url, { sponsored: false })).status).toBe(403)

    expect((await buyers.admin.put(url, { sponsored: false })).body.data).toEqual({
      sponsored: false,
    })

    expect(await placesOf(buyers.buyer, word)).toEqual([])
    expect(await placesOf(buyers.integration, word)).toEqual([])
    expect((await buyers.admin.get(url)).body.data).toEqual({ sponsored: false })
    const own = await buyers.buyer.get('/api/v1/ads/controls')
    expect(own.body.data.companyOptedOut).toBe(true)
    await buyers.admin.put(url, { sponsored: true })
    expect(await placesOf(buyers.buyer, word)).toHaveLength(1)
  })
})

describe('the health surfaces', () => {
  it('show the latency of auctions and their number of candidates, and so does /metrics', async () => {
    const { word } = await anAdvertiser(world)
    await placesOf(ours.buyer, word)
    const operator = await world.operator()

    for (const surface of ['ops', 'detailed']) {
      const { body } = (await operator.get(`/health/${surface}`)) as unknown as {
        body: Record<string, { status: string; metrics: Record<string, number> }>
      }
      expect(body.adsAuction, surface).toMatchObject({
        status: 'ok',
        metrics: {
          candidateSetSizeAverage: expect.any(Number),
          inMemoryMatchAverageMs: expect.any(Number),
          totalAuctionLatencyAverageMs: expect.any(Number),
        },
      })
      expect(body.adsAuction?.metrics.candidateSetSizeAverage).toBeGreaterThanOrEqual(1)
      expect(body.adsControls, surface).toMatchObject({
        status: 'ok',
        metrics: { cacheControlLatencyAverageMs: expect.any(Number), degradedControlEvents: 0 },
      })
    }
    const { metrics } = world.parts.platform
    await expect
      .poll(() => metrics.text(), { timeout: 20_000 })
      .toMatch(/^section_metric\{section="adsAuction",name="candidateSetSizeAverage"\} [1-9]/m)
    const { rows } = await sql<{ count: number }>`
      /* across companies (company_id) */ select count(*) as count from ads.auctions
    `.execute(database.pool)
    expect(rows[0]?.count).toBeGreaterThan(0)
  })
})
