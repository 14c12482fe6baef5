import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aProduct } from '#testing/catalog'
import { useImportService } from '#testing/imports'

const friday = new Date('2026-01-02T12:00:00Z')
const database = await useDatabase()
const service = await useImportService(database, { now: () => friday })

it('a Google feed names the day that an order beyond the stock would promise, in working days of the supplier', async () => {
  const supplierCompanyId = service.supplierId
  const backorder = { leadTimeDays: 10, maxQuantity: undefined }
  await aProduct(database, { supplierCompanyId, sku: 'ON-ORDER', onHand: 0, backorder })
  await aProduct(database, { supplierCompanyId, sku: 'HERE', onHand: 1, backorder })
  await aProduct(database, { supplierCompanyId, sku: 'GONE', onHand: 0 })
  const { text } = await service.send('admin', 'GET', '/exports?format=google')
  const items = [...text.matchAll(/<g:id>([A-Z-]+)<.+?<g:availability>(.+?)<g:quantity>/g)]
  expect(Object.fromEntries(items.map(([, sku, says]) => [sku, says]))).toEqual({
    'ON-ORDER':
      'backorder</g:availability><g:availability_date>2026-01-16T12:00Z</g:availability_date>',
    HERE: 'in_stock</g:availability>',
    GONE: 'out_of_stock</g:availability>',
  })
})
