import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import type { Invoice } from '../invoice.ts'
import { aSale } from '../sale.fixture.ts'
import { writeUbl } from '../ubl/ubl.ts'
import { brokenRules } from '../ubl/ubl-rules.fixture.ts'

const database = await useDatabase()

it('an invoice names the references of a line with one allocation, and no cost centre of a divided line', async () => {
  const sale = await aSale(database, [{ quantity: 2 }, { quantity: 2 }], 95n)
  const amount = { amount: '1.00', currency: 'EUR' }
  const allocations = [
    [{ costCenter: 'CC-7', glAccount: '6815', percent: '100', amount }],
    ['CC-8', 'CC-9'].map((costCenter) => ({ costCenter, percent: '50', amount })),
  ]
  for (const [at, parts] of allocations.entries()) {
    await sql`update orders.lines set allocations = ${JSON.stringify(parts)}::jsonb
      where order_id = ${sale.order.id} and line_number = ${at + 1} /* across companies: a test */`.execute(
      database.pool,
    )
  }
  await sale.ship()
  const [invoice] = (await sale.received()) as [Invoice]
  const { costCenter, lines } = invoice.content
  expect(costCenter).toBeUndefined()
  expect(lines.map((line) => [line.costCenter, line.glAccount])).toEqual([
    ['CC-7', '6815'],
    [undefined, undefined],
  ])
  const xml = writeUbl(invoice)
  expect(xml.match(/<cbc:AccountingCost>[^<]*/g)).toEqual(['<cbc:AccountingCost>CC-7'])
  expect(xml).toContain('GL account 6815')
  expect(brokenRules(xml)).toEqual([])
})
