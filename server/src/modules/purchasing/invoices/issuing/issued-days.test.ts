import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { moveToTimeZone } from '#testing/identity'
import { aSale } from '../sale.fixture.ts'

const database = await useDatabase()

describe('an invoice', () => {
  it.each([
    ['Asia/Tokyo', '2026-12-31T16:00:00Z', '2027-01-01', '2027-01-31', 'INV-2027-000001'],
    ['America/Los_Angeles', '2027-01-01T05:00:00Z', '2026-12-31', '2027-01-30', 'INV-2026-000001'],
  ])('has the day and the year of a supplier in %s', async (zone, at, issuedOn, dueOn, number) => {
    const sale = await aSale(database)
    await moveToTimeZone(database, sale.supplier.companyId, zone)
    await moveToTimeZone(database, sale.order.buyer.companyId, 'America/Los_Angeles')
    sale.world.clock.now = new Date(at)
    await sale.ship(7)
    const content = { suppliedOn: issuedOn, orderedOn: '2026-01-01' }
    expect(await sale.received()).toMatchObject([{ issuedOn, dueOn, number, content }])
  })
})
