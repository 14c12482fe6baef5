import { describe, expect, it } from 'vitest'
import type { Id } from '#kernel/id'
import { aCompany } from '#testing/identity'
import type { Client } from '../../journeys/client.ts'
import { shipTo } from '../../journeys/purchase.ts'
import { findChromium } from '../chromium.ts'
import { useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the pages on which a buyer follows an order', () => {
  const pages = useCompanyPages(chromium as string)
  const { aBuyer, aMember, aPart, visit } = pages

  it('let a buyer request other quantities and days, and withdraw the request', async () => {
    const { person, client } = await aBuyer()
    const order = await placeOrder(client, 'Iron chain', 5)
    await visit(person, `/orders/${order.id}`)
    const { page } = pages
    const asking = page.getByRole('button', { name: /^Request other quantities or days for/ })
    const form = page.getByRole('form', { name: /^Request other quantities or days for/ })
    await asking.click()
    await form.getByLabel(/^Reason/).fill('The wall is lower.')
    await form.getByRole('button', { name: 'Send to the supplier' }).click()
    await form.getByText('The request changes nothing of this line.').waitFor()
    await form.getByLabel('Quantity').fill('3')
    await form.getByLabel('Delivery day').fill('2999-01-31')
    await pages.checkLooks('order-change')
    await form.getByRole('button', { name: 'Send to the supplier' }).click()
    await page.getByText('Waits for the supplier.').waitFor()
    await page.getByText(/Iron chain: 3 instead of 5.*31 Jan 2999/).waitFor()
    expect(await requestsOf(client, order.id)).toMatchObject([
      { state: 'OPEN', reason: 'The wall is lower.', lines: [{ quantityAfter: 3 }] },
    ])
    await pages.checkLooks('order-changes')
    await page.getByRole('button', { name: 'Withdraw it' }).click()
    await page.getByRole('button', { name: 'Withdraw it' }).click()
    await page.getByText('Withdrawn.', { exact: true }).waitFor()
    await asking.click()
    await form.getByLabel('Quantity').fill('0')
    await form.getByLabel(/^Reason/).fill('No wall at all.')
    await form.getByRole('button', { name: 'Send to the supplier' }).click()
    await page.getByText('Iron chain: 0 instead of 5').waitFor()
  })

  it('let a buyer request another address, and show what the supplier says', async () => {
    const { person, client } = await aBuyer()
    const supplier = await pages.world.company()
    const order = await placeOrder(client, 'Steel chain', 5, supplier.companyId)
    await pages.ours.admin.post('/api/v1/addresses', {
      label: 'Second yard',
      address: { ...shipTo, line1: 'Kaistr. 9' },
    })
    await visit(person, `/orders/${order.id}`)
    const { page } = pages
    await page.getByRole('button', { name: /^Request another address for/ }).click()
    const form = page.getByRole('form', { name: /^Request another address for/ })
    await form
      .getByLabel('Deliver to')
      .selectOption({ label: 'Second yard: Bea Buyer, Kaistr. 9, 20457 Hamburg, DE' })
    await form.getByLabel(/^Reason/).fill('The gate is closed.')
    await form.getByRole('button', { name: 'Send to the supplier' }).click()
    await page.getByText(/Steel chain: to .*Kaistr. 9/).waitFor()
    const [request] = await requestsOf(client, order.id)
    const path = `/api/v1/supplier/orders/${order.id}/changes/${request.id}/refuse`
    await supplier.admin.post(path, { note: 'The truck is loaded.' })
    await page.reload()
    await page.getByText('Refused.').waitFor()
    await page.getByText('The supplier writes: The truck is loaded.').waitFor()
  })

  it('show the versions of an order, and what differs between two of them', async () => {
    const { person, client } = await aBuyer()
    const supplier = await pages.world.company()
    const order = await placeOrder(client, 'Brass chain', 5, supplier.companyId)
    const day = (promisedDate: string) => ({
      lines: [{ lineNumber: 1, status: 'ACCEPTED', promisedDate }],
    })
    const response = `/api/v1/supplier/orders/${order.id}/response`
    expect((await supplier.admin.post(response, day('2999-01-31'))).status).toBe(200)
    const lines = [{ lineNumber: 1, quantity: 2 }]
    const cancelled = { lines, reason: 'The wall is lower.' }
    await client.post(`/api/v1/orders/${order.id}/cancel`, cancelled, { key: 'two pieces' })
    await visit(person, `/orders/${order.id}`)
    const { page } = pages
    const versions = page.getByRole('region', { name: 'Versions' })
    await versions.getByText(`Cancelled (${person.actor.name}): The wall is lower.`).waitFor()
    await versions.getByText('Brass chain: 3 instead of 5', { exact: true }).waitFor()
    await versions.getByText('Answered by the supplier').waitFor()
    const differences = versions.getByRole('list', { name: 'Differences' })
    await differences.getByText(/3 instead of 5.*it arrives on 31 Jan 2999/).waitFor()
    await pages.checkLooks('order-versions')
    const [, newest = ''] = await versions.getByLabel('Compare').getByRole('option').allInnerTexts()
    await versions.getByLabel('Compare').selectOption({ label: newest })
    await differences.getByText('Brass chain: 3 instead of 5', { exact: true }).waitFor()
    await versions.getByLabel('with').selectOption({ label: newest })
    await versions
      .getByText('These versions have the same quantities, days and addresses.')
      .waitFor()
  })

  it('show a frame contract with what is left of it, and order from it', async () => {
    const { person } = await aBuyer()
    const { database } = pages.world.parts.platform
    const supplierCompanyId = await aCompany(database, { supplier: true })
    const supplier = await aMember('company_admin', supplierCompanyId)
    const part = { name: 'Contract bolt', onHand: 500, supplierCompanyId }
    const { id: productId } = await aPart(part)
    const agreed = await supplier.client.post('/api/v1/contracts', {
      buyerCompanyId: pages.ours.companyId,
      reference: 'FW-7',
      state: 'ACTIVE',
      orderDiscounts: { currency: 'EUR', tiers: [{ from: '100000.00', percent: '1' }] },
    })
    expect(agreed.status, JSON.stringify(agreed.body)).toBe(201)
    const { id: contractId } = agreed.body.data
    const quota = { productId, measure: 'QUANTITY', committed: '20', maximum: '50' }
    const put = await supplier.client.put(`/api/v1/contracts/${contractId}/quotas`, {
      quotas: [quota],
    })
    expect(put.status, JSON.stringify(put.body)).toBe(200)
    const ordered = await pages.ours.admin.post(
      '/api/v1/orders',
      { lines: [{ productId, quantity: 12 }], shipTo, payment: { method: 'invoice' } },
      { key: 'an order from a contract' },
    )
    expect(ordered.status, JSON.stringify(ordered.body)).toBe(201)
    await visit(person, '/orders')
    const { page } = pages
    await page.getByRole('link', { name: 'Contracts' }).click()
    await page.getByRole('link', { name: 'FW-7' }).click()
    await page.getByText('12 called off of at most 50. 38 left.').waitFor()
    await page.getByText('Committed: 20.').waitFor()
    await page.getByRole('link', { name: ordered.body.data.order.number }).waitFor()
    await page.getByLabel('Quantity of Contract bolt').fill('3')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('link', { name: 'Cart (1)' }).waitFor()
    for (const path of ['/contracts', `/contracts/${contractId}`]) await pages.check(path)
  })

  async function placeOrder(
    buyer: Client,
    name: string,
    quantity: number,
    supplierCompanyId?: Id<'co'>,
  ) {
    const part = { name, onHand: 50, ...(supplierCompanyId && { supplierCompanyId }) }
    const { id: productId } = await aPart(part)
    const { body, status } = await buyer.post(
      '/api/v1/orders',
      { lines: [{ productId, quantity }], shipTo, payment: { method: 'invoice' } },
      { key: `an order of ${name}` },
    )
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data.order as { readonly id: string; readonly number: string }
  }
})

async function requestsOf(client: Client, orderId: string) {
  return (await client.get(`/api/v1/orders/${orderId}/changes`)).body.data
}
