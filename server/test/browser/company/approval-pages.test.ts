import { describe, expect, it } from 'vitest'
import type { Client } from '../../journeys/client.ts'
import { shipTo } from '../../journeys/purchase.ts'
import { findChromium } from '../chromium.ts'
import { hostile, useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the pages on which people approve', () => {
  const pages = useCompanyPages(chromium as string)
  const { aMember, aBuyer, aPart, visit, check } = pages

  it('leads from what waits to a decision', async () => {
    const { approver, buyer } = await withRule()
    const order = await placeOrder(buyer.client, 'Heavy vice', 4)
    await visit(approver.person, '/approvals')
    const { page } = pages
    await page.getByRole('link', { name: order.number }).click()
    await page.getByRole('heading', { name: `Approval of ${order.number}, EUR 400.00` }).waitFor()
    await page.getByRole('row', { name: /Heavy vice/ }).waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('The order is approved and placed.').waitFor()
    const { body } = await buyer.client.get(`/api/v1/orders/${order.id}`)
    expect(body.data.state).toBe('PLACED')
    await page.getByRole('link', { name: 'See what else waits' }).click()
    await page.getByText('Nothing waits for your decision.').waitFor()
  })

  it('lowers a quantity, asks, adds an approver, and returns only with a reason', async () => {
    const { approver, buyer } = await withRule({ mayReduce: true })
    const other = await aMember('approver')
    const order = await placeOrder(buyer.client, 'Small vice', 4)
    await visit(approver.person, '/approvals')
    const { page } = pages
    await page.getByRole('link', { name: order.number }).click()
    await page.getByRole('button', { name: 'Lower quantities' }).click()
    await page.getByLabel('Quantity: Small vice').fill('3')
    await page.getByLabel('Reason', { exact: true }).fill('Three are enough.')
    await page.getByRole('button', { name: 'Lower quantities' }).click()
    await page.getByRole('heading', { name: /EUR 300.00$/ }).waitFor()
    await page.getByLabel('Ask or answer without deciding').fill(hostile)
    await page.getByRole('button', { name: 'Send comment' }).click()
    await page.getByText(hostile).first().waitFor()
    await page.getByLabel('Ask another person, too').selectOption({ value: other.person.actor.id })
    await page.getByRole('button', { name: 'Add approver' }).click()
    await page.getByText(/Added by/).waitFor()
    await page.getByRole('button', { name: 'Return for change' }).click()
    await page.getByText('Write what to change, or why you reject.').waitFor()
    await page.getByLabel('Note or reason').fill('Take the other brand.')
    await page.getByRole('button', { name: 'Return for change' }).click()
    await page.getByText('The order is returned for change.').waitFor()
    await page.getByText('Reason: Take the other brand.').waitFor()
  })

  it('shows the requester what became of a request', async () => {
    const { approver, buyer } = await withRule()
    const order = await placeOrder(buyer.client, 'Odd vice', 4)
    const [request] = (await approver.client.get('/api/v1/approvals')).body.data
    const { contentHash } = request
    await approver.client.post(`/api/v1/approvals/${request.id}/reject`, {
      contentHash,
      reason: 'Not this year.',
    })
    await visit(buyer.person, '/approvals?mine=requested')
    const { page } = pages
    await page.getByRole('row', { name: /Rejected/ }).waitFor()
    await page.getByRole('link', { name: order.number }).click()
    await page.getByText('Reason: Not this year.').waitFor()
  })

  it('lets the buyer change a returned order, and submit it again', async () => {
    const { approver, buyer } = await withRule()
    await placeOrder(buyer.client, 'Wide vice', 5)
    const [request] = (await approver.client.get('/api/v1/approvals')).body.data
    const { contentHash } = request
    await approver.client.post(`/api/v1/approvals/${request.id}/return`, {
      contentHash,
      comment: 'Four are enough.',
    })
    await visit(buyer.person, `/approvals/${request.id}`)
    const { page } = pages
    await page.getByText('Reason: Four are enough.').waitFor()
    await page.getByLabel('Quantity: Wide vice').fill('4')
    await page.getByLabel(/^Your order number/).fill('4712/B')
    await pages.checkLooks('approval-revise')
    await page.getByRole('button', { name: 'Submit again' }).click()
    await page.getByRole('heading', { name: /^Order PO-/ }).waitFor()
    const [again] = (await approver.client.get('/api/v1/approvals')).body.data
    expect(again).toMatchObject({ revises: request.id, total: { amount: '400.00' } })
    const [order] = (await buyer.client.get('/api/v1/orders?poNumber=4712/B')).body.data
    expect(order.id).toBe(again.orderId)
  })

  it('has no violation that axe finds, and fits on every screen', async () => {
    const { approver, buyer } = await withRule({ mayReduce: true })
    await placeOrder(buyer.client, `Hostile ${hostile}`, 4)
    const [request] = (await approver.client.get('/api/v1/approvals')).body.data
    await visit(approver.person, '/approvals')
    for (const path of ['/approvals', `/approvals/${request.id}`]) await check(path)
  })

  /** Every rule of the company is replaced: an approver of one test sees nothing of another. */
  async function withRule({ mayReduce = false } = {}) {
    const approver = await aMember('approver')
    const buyer = await aBuyer()
    const people = [approver.person.actor.id]
    const step = { mode: 'ANY', people, ...(mayReduce && { mayReduce }) }
    const { admin } = pages.ours
    const { body } = await admin.get('/api/v1/approval-rules')
    for (const { id } of body.data.rules) await admin.delete(`/api/v1/approval-rules/${id}`)
    const added = await admin.post('/api/v1/approval-rules', {
      name: 'From 300 euros',
      conditions: { amountFrom: { amount: '300.00', currency: 'EUR' } },
      steps: [step],
    })
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    return { approver, buyer }
  }

  async function placeOrder(buyer: Client, name: string, quantity: number) {
    const { id: productId } = await aPart({ name, onHand: 50 })
    const { body, status } = await buyer.post(
      '/api/v1/orders',
      { lines: [{ productId, quantity }], shipTo, payment: { method: 'invoice' } },
      { key: `an order of ${name}` },
    )
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body.data.order as { readonly id: string; readonly number: string }
  }
})
