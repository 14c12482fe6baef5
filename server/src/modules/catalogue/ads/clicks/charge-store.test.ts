import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { sql } from '#platform/db'
import { aCompany } from '#testing/identity'
import { recordClick } from './charge-store.ts'
import type { Click } from './click.ts'
import { deleteSources } from './judge-click.ts'

const database = await useDatabase()
const noon = new Date('2026-03-02T12:00:00Z')
const supplierId = await aCompany(database, { supplier: true })

async function aCampaign(budgetMinor: number): Promise<string> {
  const id = newId('cmp', noon)
  await sql`
    insert into ads.campaigns (company_id, id, version, name, state, currency, budget_minor, bid_minor, keywords,
      category_ids, countries, product_ids, time_zone, created_at, changed_by, changed_at)
    values (${supplierId}, ${id}, 1, 'Spring', 'ACTIVE', 'EUR', ${budgetMinor}, 10, '{}', '{}', '{}', '{prd_1}',
      'Pacific/Auckland', ${noon}, 'usr_1', ${noon})
  `.execute(database.pool)
  return id
}

const aClick = (campaignId: string, over: Partial<Click> = {}): Click => ({
  auctionId: newId('auc', noon),
  slot: 0,
  supplierId,
  campaignId,
  productId: 'prd_1',
  priceMinor: 7,
  currency: 'EUR',
  viewer: undefined,
  sources: [],
  reason: undefined,
  clickedAt: noon,
  ...over,
})

const unlimited = { viewerPerMinute: 1_000, sourcePerMinute: 1_000, sourceChargesPerDay: 1_000 }

const record = (click: Click, limits = unlimited) =>
  database.transaction((tx) => recordClick(tx, click, limits))

async function daysOf(campaignId: string) {
  const { rows } = await sql`
    select day, clicks, charged, marked, spent_minor as spent from ads.days
    where company_id = ${supplierId} and campaign_id = ${campaignId} order by day
  `.execute(database.pool)
  return rows
}

async function reasonsOf(campaignId: string) {
  const { rows } = await sql<{ reason: string }>`
    select distinct reason from ads.clicks
    where company_id = ${supplierId} and campaign_id = ${campaignId} and reason is not null
  `.execute(database.pool)
  return rows.map(({ reason }) => reason)
}

it('never spends more than the budget under parallel clicks', async () => {
  const campaignId = await aCampaign(50)
  const clicks = Array.from({ length: 64 }, () => aClick(campaignId))

  const charges = await Promise.all(clicks.map((click) => record(click)))

  expect(charges.filter(({ verdict }) => verdict === 'CHARGED')).toHaveLength(7)
  // At noon in Greenwich it is the next day in Auckland, where the campaign has its days.
  expect(await daysOf(campaignId)).toEqual([
    { day: '2026-03-03', clicks: 64, charged: 7, marked: 0, spent: 49 },
  ])
})

it('charges one of a thousand replays', async () => {
  const campaignId = await aCampaign(1_000_000)
  const click = aClick(campaignId, { viewer: 'a viewer' })

  const charges: Awaited<ReturnType<typeof record>>[] = []
  for (let sent = 0; sent < 1_000; sent += 50) {
    charges.push(...(await Promise.all(Array.from({ length: 50 }, () => record(click)))))
  }

  expect(charges.filter(({ isRepeat }) => !isRepeat)).toEqual([
    { verdict: 'CHARGED', isRepeat: false, day: '2026-03-03' },
  ])
  expect(await daysOf(campaignId)).toEqual([
    { day: '2026-03-03', clicks: 1, charged: 1, marked: 0, spent: 7 },
  ])
})

it('charges a viewer once in 24 hours per campaign, also for parallel clicks', async () => {
  const campaignId = await aCampaign(1_000_000)
  const viewer = newId('usr', noon)
  const clicks = Array.from({ length: 16 }, () => aClick(campaignId, { viewer }))

  const charges = await Promise.all(clicks.map((click) => record(click)))

  expect(charges.filter(({ verdict }) => verdict === 'CHARGED')).toHaveLength(1)
  expect(charges.filter(({ verdict }) => verdict === 'MARKED')).toHaveLength(15)
  const later = { viewer, clickedAt: new Date('2026-03-03T12:00:01Z') }
  expect((await record(aClick(campaignId, later))).verdict).toBe('CHARGED')
})

it('marks clicks of a viewer beyond the limit per minute', async () => {
  const viewer = newId('usr', noon)
  const verdicts = []
  for (let click = 0; click < 4; click += 1) {
    const campaignId = await aCampaign(1_000_000)
    verdicts.push(
      (await record(aClick(campaignId, { viewer }), { ...unlimited, viewerPerMinute: 3 })).verdict,
    )
  }

  expect(verdicts).toEqual(['CHARGED', 'CHARGED', 'CHARGED', 'MARKED'])
})

it('charges one source for one campaign only so often in 24 hours, whoever the viewers are', async () => {
  const [campaignId, other] = [await aCampaign(1_000_000), await aCampaign(1_000_000)]
  const limits = { ...unlimited, sourceChargesPerDay: 3 }
  const source = `network/${newId('usr', noon)}`
  const from = (campaign: string, over: Partial<Click> = {}) =>
    record(aClick(campaign, { viewer: newId('usr', noon), sources: [source], ...over }), limits)

  const charges = await Promise.all(Array.from({ length: 12 }, () => from(campaignId)))

  const verdicts = charges.map(({ verdict }) => verdict)
  expect(verdicts.filter((verdict) => verdict === 'CHARGED')).toHaveLength(3)
  expect(verdicts.filter((verdict) => verdict === 'MARKED')).toHaveLength(9)
  expect(await reasonsOf(campaignId)).toEqual(['TOO_MANY_CHARGES'])
  // Another campaign, another source, and the next day are charged.
  expect((await from(other)).verdict).toBe('CHARGED')
  expect((await from(campaignId, { sources: ['network/other'] })).verdict).toBe('CHARGED')
  const clickedAt = new Date('2026-03-03T12:00:01Z')
  expect((await from(campaignId, { clickedAt })).verdict).toBe('CHARGED')
})

it.each(['company', 'credential', 'network'])(
  'marks clicks of one %s beyond its limit per minute, on whatever campaign',
  async (kind) => {
    const limits = { ...unlimited, sourcePerMinute: 4 }
    const shared = `${kind}/${newId('usr', noon)}`
    const verdicts: string[] = []
    for (let click = 0; click < 6; click += 1) {
      const sources = ['elsewhere/a', 'elsewhere/b', shared].map((source) =>
        source === shared ? source : `${source}/${newId('usr', noon)}`,
      )
      const viewer = newId('usr', noon)
      const { verdict } = await record(aClick(await aCampaign(1_000), { viewer, sources }), limits)
      verdicts.push(verdict)
    }

    expect(verdicts).toEqual(['CHARGED', 'CHARGED', 'CHARGED', 'CHARGED', 'MARKED', 'MARKED'])
    const aMinuteLater = new Date('2026-03-02T12:01:01Z')
    const later = aClick(await aCampaign(1_000), { sources: [shared], clickedAt: aMinuteLater })
    expect((await record(later, limits)).verdict).toBe('CHARGED')
  },
)

it('forgets the sources of clicks after 24 hours', async () => {
  const source = `company/${newId('usr', noon)}`
  const campaignId = await aCampaign(1_000)
  await record(aClick(campaignId, { sources: [source] }))
  const clickedAt = new Date('2026-03-02T12:30:00Z')
  await record(aClick(campaignId, { sources: [source], clickedAt }))

  await database.transaction((tx) => deleteSources(tx, new Date('2026-03-02T12:15:00Z'), 1_000))

  const { rows } = await sql<{ clicked_at: Date }>`
    select clicked_at from ads.click_sources where source = ${source}
  `.execute(database.pool)
  expect(rows).toEqual([{ clicked_at: clickedAt }])
})

it('keeps a marked click with its reason and charges nothing', async () => {
  const campaignId = await aCampaign(1_000_000)
  await record(aClick(campaignId, { reason: 'EXPIRED' }))

  const { rows } = await sql`
    select verdict, reason, price_minor as price from ads.clicks
    where company_id = ${supplierId} and campaign_id = ${campaignId}
  `.execute(database.pool)

  expect(rows).toEqual([{ verdict: 'MARKED', reason: 'EXPIRED', price: 0 }])
  expect(await daysOf(campaignId)).toEqual([
    { day: '2026-03-03', clicks: 1, charged: 0, marked: 1, spent: 0 },
  ])
})
