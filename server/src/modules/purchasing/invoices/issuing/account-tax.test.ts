import { Decimal } from 'decimal.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, daysMs } from '#kernel/time'
import { sql } from '#platform/db'
import { anFx, anFxWith } from '#testing/fx'
import type { Invoice } from '../invoice.ts'
import { writePdf } from '../pdfs/pdf.ts'
import { aSale, type Sale } from '../sale.fixture.ts'
import { viewInvoice } from '../schemas.ts'
import { writeUbl } from '../ubl/ubl.ts'
import { brokenRules } from '../ubl/ubl-rules.fixture.ts'

const firstDay = new Date('2026-01-02T00:00:00Z')
const database = await useDatabase()
let sale: Sale

beforeEach(async () => {
  sale = await aSale(database)
  await sql`truncate fx.rate_sets, fx.rates, fx.held_rates, fx.providers, fx.reference_rates`.execute(
    database.pool,
  )
})

describe('an invoice in a currency other than the tax country’s', () => {
  it('states the tax in that currency at the rate of the supply, and so does its credit note', async () => {
    await taxedIn('SE')
    await aDayOf({ SEK: '11.2305', USD: '1.1' }, firstDay)
    await sale.ship(3)
    sale.world.clock.now = after(sale.world.clock.now, daysMs(1))
    await aDayOf({ SEK: '12', USD: '1.1' }, after(firstDay, daysMs(1)))
    await sale.ship(4)
    await sale.arriveAll()
    for (const pieces of [2, 1, 1]) await sale.takeBack(pieces)

    const documents = (await sale.received()).reverse()
    const [first, second] = documents as [Invoice, Invoice]
    expect(documents.map(({ tax }) => tax.amountMinor)).toEqual([133n, 177n, 89n, 44n, 44n])
    expect(documents.map(stated)).toEqual([
      ['11.2305', 1494n],
      ['12', 2124n],
      // 0.89 and 0.44 of the first, then what left with the second.
      ['11.2305', 1000n],
      ['11.2305', 494n],
      ['12', 528n],
    ])
    expect(documents.flatMap(checked)).toEqual([])
    const xml = writeUbl(first)
    expect(xml).toContain('<cbc:TaxCurrencyCode>SEK</cbc:TaxCurrencyCode>')
    expect(xml).toContain('<cbc:TaxAmount currencyID="SEK">14.94</cbc:TaxAmount>')
    expect(xml).toContain('<cbc:Note>VAT of SE: 1 EUR = 11.2305 SEK (test, 2026-01-02).</cbc:Note>')
    expect(viewInvoice(second).taxAccounting).toMatchObject({
      country: 'SE',
      currency: 'SEK',
      amount: { amount: '21.24', currency: 'SEK' },
      exchangeRate: { rate: '12', provider: 'test', asOf: '2026-01-03T00:00:00.000Z' },
    })
    expect((await writePdf(first, { ubl: xml })).subarray(0, 8).toString()).toBe('%PDF-1.7')
  })

  it('names the European Central Bank and the day when its rate is known', async () => {
    await taxedIn('SE')
    const rates = new Map([['SEK', new Decimal('10.8085')]])
    const reference = { fetchDays: async () => [{ day: '2026-01-01', rates }] }
    const { now } = sale.world.clock
    await anFx(database, { reference, now: () => now }).fetchReferenceRates()
    await sale.ship(7)

    const [invoice] = (await sale.received()) as [Invoice]
    expect(viewInvoice(invoice).taxAccounting).toEqual({
      country: 'SE',
      currency: 'SEK',
      amount: { amount: '33.51', currency: 'SEK' },
      exchangeRate: { rate: '10.8085', provider: 'ECB', asOf: '2026-01-01T00:00:00.000Z' },
    })
    expect(checked(invoice)).toEqual([])
  })

  it('is issued without that amount when no rate was known, says so, and so does its credit note', async () => {
    await taxedIn('SE')
    await sale.ship(3)
    await aDayOf({ SEK: '11.2305' }, after(firstDay, daysMs(1)))
    await sale.arriveAll()
    sale.world.clock.now = after(sale.world.clock.now, daysMs(2))
    await sale.takeBack(1)

    const documents = await sale.received()
    for (const document of documents) {
      expect(document).toMatchObject({
        state: 'ISSUED',
        content: { taxAccounting: { country: 'SE', currency: 'SEK' } },
      })
      expect(viewInvoice(document).taxAccounting).toEqual({ country: 'SE', currency: 'SEK' })
      expect(writeUbl(document)).toContain('no exchange rate to SEK was known')
      expect(checked(document)).toEqual([])
    }
  })

  it.each([
    ['of its own currency', 'DE'],
    ['from before the country was kept', null],
  ])('needs no second amount: %s', async (_, country) => {
    await taxedIn(country)
    await aDayOf({ SEK: '11.2305' }, firstDay)
    await sale.ship(7)

    const [invoice] = (await sale.received()) as [Invoice]
    expect(invoice.content.taxAccounting).toBeUndefined()
    expect(writeUbl(invoice)).not.toContain('TaxCurrencyCode')
  })
})

/** What is taxed where, of an order in euros. */
async function taxedIn(country: string | null): Promise<void> {
  await sql`update orders.lines set tax_country = ${country} where order_id = ${sale.order.id}
    /* across companies: a test */`.execute(database.pool)
}

async function aDayOf(rates: Readonly<Record<string, string>>, asOf: Date): Promise<void> {
  await anFxWith(database, rates, { asOf, now: () => asOf })
}

const stated = ({ content: { taxAccounting } }: Invoice) => [
  taxAccounting?.converted?.rate,
  taxAccounting?.converted?.amount.amountMinor,
]

const checked = (invoice: Invoice) => brokenRules(writeUbl(invoice))
