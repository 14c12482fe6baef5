import { describe, expect, it } from 'vitest'
import type { Client } from '../../journeys/client.ts'
import { shipTo } from '../../journeys/purchase.ts'
import { findChromium } from '../chromium.ts'
import { useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the pages on which a buyer follows an order', () => {
  const pages = useCompanyPages(chromium as string)
  const { aBuyer, aPart, visit } = pages

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

  async function placeOrder(
    buyer: Client,
    name: string,
    quantity: number,
    supplierCompanyId?: string,
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
