import pino from 'pino'
import { expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import { newId } from '#kernel/id'
import { sql } from '#platform/db'
import { createMetrics } from '#platform/telemetry'
import { aCompany } from '#testing/identity'
import { createCharger } from './charger.ts'

const noon = new Date('2026-03-02T12:00:00Z')

it('charges a click once, later, when the database refused it at first', async () => {
  const database = await freshDatabase()
  const supplierId = await aCompany(database, { supplier: true })
  const campaignId = newId('cmp', noon)
  await sql`
    insert into ads.campaigns (company_id, id, version, name, state, currency, budget_minor, bid_minor, keywords,
      category_ids, countries, product_ids, time_zone, created_at, changed_by, changed_at)
    values (${supplierId}, ${campaignId}, 1, 'Spring', 'ACTIVE', 'EUR', 100, 10, '{}', '{}', '{}', '{prd_1}',
      'UTC', ${noon}, 'usr_1', ${noon})
  `.execute(database.pool)
  const charged: unknown[] = []
  const charger = createCharger({
    database,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    limits: { viewerPerMinute: 20, sourcePerMinute: 60, sourceChargesPerDay: 10 },
    onCharged: (...charge) => charged.push(charge),
  })
  const click = {
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
  }
  await sql`/* across companies: the whole table */ alter table ads.clicks rename to clicks_elsewhere`.execute(
    database.pool,
  )

  await charger.charge(click)
  await charger.charge(click)

  expect(charger.waiting()).toBe(2)
  expect(charger.waitingSince()).toEqual(noon)
  await sql`/* across companies: the whole table */ alter table ads.clicks_elsewhere rename to clicks`.execute(
    database.pool,
  )
  await charger.retry()
  expect(charger.waiting()).toBe(0)
  expect(charged).toEqual([[campaignId, '2026-03-02', 7]])
  await charger.close()
  await database.close()
})
