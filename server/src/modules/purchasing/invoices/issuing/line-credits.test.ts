import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Invoice } from '../invoice.ts'
import { aSale } from '../sale.fixture.ts'
import { writeUbl } from '../ubl/ubl.ts'
import { brokenRules } from '../ubl/ubl-rules.fixture.ts'

const database = await useDatabase()

it('the credit note of a line has the tax of its invoice, although its net amount alone would have more', async () => {
  // 19 % of 0.11 is 0.02, a cent for each line. 19 % of 0.08 is 0.0152.
  const lines = [
    { quantity: 1, unitPrice: '0.08' },
    { quantity: 1, unitPrice: '0.03' },
  ]
  const sale = await aSale(database, lines, 1n)
  await sale.world.payments.capture(sale.order.buyer.companyId, sale.order.paymentId)
  await sale.ship()
  await sale.arriveAll()
  await sale.takeBack(1, 1)
  await sale.takeBack(1, 2)

  const documents = (await sale.received()).reverse()
  expect(documents.map(taxesOf)).toEqual([
    [
      [1, 1n],
      [2, 1n],
    ],
    [[1, 1n]],
    [[2, 1n]],
  ])
  expect(documents.flatMap((one) => brokenRules(writeUbl(one)))).toEqual([])
  expect(await sale.credited()).toBe(13n)
})

function taxesOf({ content: { lines } }: Invoice) {
  return lines.map(({ lineNumber, tax }) => [lineNumber, tax.amount.amountMinor])
}
