import { describe, expect, it } from 'vitest'
import { fillCart, shipTo } from '../../journeys/purchase.ts'
import { findChromium } from '../chromium.ts'
import { hostile, useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the pages on which companies buy', () => {
  const pages = useCompanyPages(chromium as string)
  const { aMember, aBuyer, aPart, arrive, signIn, visit, check } = pages

  it('leads from the sign-in to an order', async () => {
    const name = 'Blue anvil of the smithy'
    await aPart({ name, onHand: 50 })
    const { person, client } = await aBuyer()
    await arrive()
    await pages.page.goto(pages.world.baseUrl)
    await signIn(person)
    await pages.page.getByRole('combobox', { name: /^Words/ }).pressSequentially('blue anvil')
    const row = pages.page.getByRole('article').filter({ hasText: name })
    await row.getByText('EUR 100.00').waitFor()
    await expect.poll(() => new URL(pages.page.url()).searchParams.get('q')).toBe('blue anvil')
    await row.getByLabel(/^Quantity of/).fill('2')
    await row.getByRole('button', { name: 'Add to cart' }).click()
    await pages.page.getByRole('link', { name: 'Cart (1)' }).click()
    await pages.page.getByText('EUR 200.00').first().waitFor()
    await pages.page.getByRole('button', { name: 'Check out' }).click()
    await pages.page.getByText('Warehouse').waitFor()
    await pages.page.getByLabel('Invoice').check()
    await pages.page.getByLabel(/^Your order number/).fill('4711/A')
    await pages.page.getByRole('button', { name: /^Order for EUR/ }).click()
    await pages.page.getByRole('heading', { name: 'Thank you: your order is placed' }).waitFor()
    await pages.page.getByRole('link', { name: 'Cart (0)' }).waitFor()
    const [order] = (await client.get('/api/v1/orders?poNumber=4711/A')).body.data
    await pages.page.getByRole('link', { name: 'Orders', exact: true }).click()
    await pages.page.getByRole('link', { name: order.number }).click()
    await pages.page.getByRole('heading', { name: `Order ${order.number}` }).waitFor()
    await pages.page.getByRole('button', { name: 'Order again' }).click()
    await pages.page.getByText('1 line is in your cart.').waitFor()
    await pages.page.getByRole('button', { name: 'Cancel the order' }).click()
    await pages.page.getByLabel('Reason (optional)').fill('Ordered twice.')
    await pages.page.getByRole('button', { name: 'Cancel the order' }).click()
    await pages.page.getByText('2 cancelled').first().waitFor()
  })

  it('leads to the payment page of a card, and back', async () => {
    const { person, client } = await aBuyer()
    await fillCart(client, [{ productId: (await aPart({ onHand: 5 })).id, quantity: 1 }])
    await arrive()
    await pages.page.goto(`${pages.world.baseUrl}/checkout`)
    await signIn(person)
    await pages.page.getByLabel('Card').check()
    await pages.page.getByRole('button', { name: /^Order for EUR/ }).click()
    await pages.page.waitForURL(`${pages.world.sandboxUrl}/**`)
    await pages.page.goBack()
    await pages.page.goto(`${pages.world.baseUrl}/cart`)
    await pages.page.getByRole('link', { name: 'See the checkout' }).click()
    await pages.page.getByRole('link', { name: 'Go to the payment page' }).click()
    await pages.page.getByRole('button', { name: /pay/i }).first().click()
    await pages.page.getByRole('heading', { name: 'Thank you: your order is placed' }).waitFor()
  })

  it('says before the order who must approve it, and what it leaves of a budget', async () => {
    const costCenter = 'Forge 7'
    const { admin } = pages.ours
    const approver = await aMember('approver')
    await admin.post('/api/v1/approval-rules', {
      name: 'Forge above 100 euros',
      conditions: { amountFrom: { amount: '100.00', currency: 'EUR' }, costCenters: [costCenter] },
      steps: [{ mode: 'ANY', people: [approver.person.actor.id] }],
    })
    const budget = { name: 'Coal of the forge', costCenter, period: 'YEAR' }
    await admin.post('/api/v1/budgets', { ...budget, limit: { amount: '500.00', currency: 'EUR' } })
    const { person, client } = await aBuyer()
    await fillCart(client, [{ productId: (await aPart({ onHand: 50 })).id, quantity: 2 }])
    await visit(person, '/checkout')
    const { page } = pages
    await page.getByText('This order needs no approval.').waitFor()
    await page.getByLabel(/^Cost centre/).fill(costCenter)
    await page.getByText('Forge above 100 euros').waitFor()
    await page.getByText('One of: Bea Buyer.').waitFor()
    const { total } = (await client.get('/api/v1/cart')).body.data.totals
    const use = `EUR 0.00 used before, EUR ${total.amount} with this order.`
    await page.getByText(use).waitFor()
    await pages.checkLooks('checkout-effects')
    const { body } = await client.get('/api/v1/cart')
    const [{ id: itemId, itemVersion: expectedItemVersion }] = body.data.items
    await client.patch(`/api/v1/cart/items/${itemId}`, { quantity: 6, expectedItemVersion })
    await page.reload()
    await page.getByLabel(/^Cost centre/).fill(costCenter)
    await page.getByRole('alert').filter({ hasText: 'Coal of the forge' }).waitFor()
  })

  it('gives a cancelled checkout back to the cart', async () => {
    const { person, client } = await aBuyer()
    await fillCart(client, [{ productId: (await aPart({ onHand: 5 })).id, quantity: 1 }])
    const { body: cart } = await client.get('/api/v1/cart')
    const started = await client.post(
      '/api/v1/checkout',
      {
        expectedSnapshotVersion: cart.data.snapshotVersion,
        shipTo,
      },
      { key: 'a checkout that is cancelled' },
    )
    await arrive()
    await pages.page.goto(`${pages.world.baseUrl}/checkout/${started.body.data.id}`)
    await signIn(person)
    await pages.page.getByRole('button', { name: 'Cancel the checkout' }).click()
    await pages.page.getByRole('heading', { name: 'The checkout was cancelled' }).waitFor()
    await pages.page.getByRole('link', { name: 'See the cart' }).click()
    await pages.page.getByRole('button', { name: 'Check out' }).waitFor()
  })

  it('shows what changed elsewhere, and changes it only when pressed again', async () => {
    const { person, client } = await aBuyer()
    await fillCart(client, [{ productId: (await aPart({ onHand: 90 })).id, quantity: 2 }])
    await arrive()
    await pages.page.goto(`${pages.world.baseUrl}/cart`)
    await signIn(person)
    const quantity = pages.page.getByLabel(/^Quantity of/)
    await expect.poll(() => quantity.inputValue()).toBe('2')
    const [item] = (await client.get('/api/v1/cart')).body.data.items
    const change = { quantity: 7, expectedItemVersion: item.itemVersion }
    await client.patch(`/api/v1/cart/items/${item.id}`, change)
    await quantity.fill('5')
    await quantity.press('Enter')
    await pages.page.getByText('The quantity was changed elsewhere. Now it is 7.').waitFor()
    expect((await client.get('/api/v1/cart')).body.data.items[0].quantity).toBe(7)
    await pages.page.getByRole('button', { name: 'Set it to 5' }).click()
    await pages.page.getByText('EUR 500.00').first().waitFor()
    await pages.page.getByRole('button', { name: /^Remove/ }).click()
    await pages.page.getByText(/^Your cart is empty/).waitFor()
  })

  it('adds to a line that is in the cart only when the person says so', async () => {
    const { person, client } = await aBuyer()
    const part = await aPart({ onHand: 90 })
    await fillCart(client, [{ productId: part.id, quantity: 3 }])
    await arrive()
    await pages.page.goto(`${pages.world.baseUrl}/products/${part.id}`)
    await signIn(person)
    await pages.page.getByRole('button', { name: 'Add to cart' }).click()
    await pages.page.getByText('Your cart has 3 of it already.').waitFor()
    await pages.page.getByRole('button', { name: 'Add 1 more' }).click()
    await pages.page.getByRole('link', { name: 'In your cart' }).waitFor()
    expect((await client.get('/api/v1/cart')).body.data.items[0].quantity).toBe(4)
  })

  it('lets a buyer accept what a supplier proposes, and ask for a return', async () => {
    const { person, client } = await aBuyer()
    const supplier = await pages.world.company()
    const supplierCompanyId = supplier.companyId
    const part = await aPart({ name: 'Long rope', onHand: 90, supplierCompanyId })
    const placing = { lines: [{ productId: part.id, quantity: 3 }], shipTo }
    const { body } = await client.post(
      '/api/v1/orders',
      { ...placing, payment: { method: 'invoice' } },
      { key: 'an order that is answered' },
    )
    const orderId = body.data.order.id
    const lines = [{ lineNumber: 1, status: 'BACKORDERED', promisedDate: '2999-01-31' }]
    await supplier.admin.post(`/api/v1/supplier/orders/${orderId}/response`, { lines })
    await arrive()
    await pages.page.goto(`${pages.world.baseUrl}/orders/${orderId}`)
    await signIn(person)
    await pages.page.getByText(/it waits for stock, it arrives on/).waitFor()
    await pages.page.getByRole('button', { name: 'Accept the change of Long rope' }).click()
    await pages.page.getByText('Promised for 31 Jan 2999').waitFor()
    const shipped = await supplier.admin.post(`/api/v1/orders/${orderId}/shipments`, {})
    const [{ id: shipmentId }] = shipped.body.data.shipments
    await client.post(`/api/v1/orders/${orderId}/deliveries`, { shipmentId })
    await pages.page.reload()
    await pages.page.getByRole('button', { name: 'Request a return' }).click()
    await pages.page.getByLabel('Quantity').fill('1')
    await pages.page.getByLabel('Reason').selectOption('DAMAGED')
    await pages.page.getByRole('button', { name: 'Send the request' }).click()
    await pages.page.getByText(/^RMA-.*: Requested$/).waitFor()
  })

  it('finds pasted part numbers, and asks where a number is not known', async () => {
    const { person, client } = await aBuyer()
    const { sku } = await aPart({ name: 'Green pliers', onHand: 90 })
    await arrive()
    await pages.page.goto(`${pages.world.baseUrl}/quick-order`)
    await signIn(person)
    await pages.page.getByLabel(/^Paste part numbers/).fill(`${sku} 4\nno-such-number-at-all 2`)
    await pages.page.getByRole('button', { name: 'Find the products' }).click()
    await pages.page.getByText('4 × Boltworks Green pliers').waitFor()
    await pages.page.getByText('This number is not known.').waitFor()
    await pages.page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
    await pages.page.getByText('1 line is in your cart.').waitFor()
    expect((await client.get('/api/v1/cart')).body.data.items).toMatchObject([{ quantity: 4 }])
  })

  it('compares products side by side', async () => {
    const { person } = await aBuyer()
    const light = await aPart({ name: 'Comparable mallet, light', onHand: 9 })
    const heavy = await aPart({ name: 'Comparable mallet, heavy', onHand: 9 })
    await visit(person, '/?q=comparable+mallet')
    const { page } = pages
    await page.getByLabel(/^Compare .*mallet, light/).check()
    await page.getByText('1 product is chosen, at most 4.').waitFor()
    await page.getByLabel(/^Compare .*mallet, heavy/).check()
    await page.getByRole('link', { name: 'Compare' }).click()
    await page.getByRole('columnheader', { name: /mallet, heavy/ }).waitFor()
    const numbers = page.getByRole('row', { name: /^Article number/ })
    await numbers.getByRole('cell', { name: light.sku }).waitFor()
    await numbers.getByRole('cell', { name: heavy.sku }).waitFor()
    await page.getByRole('row', { name: /^Brand/ }).waitFor()
    await page.getByLabel('Only what differs').check()
    await page.getByRole('row', { name: /^Brand/ }).waitFor({ state: 'detached' })
  })

  it('makes a requisition of the cart of a requester', async () => {
    const { person, client } = await aMember('requester')
    await fillCart(client, [{ productId: (await aPart({ onHand: 5 })).id, quantity: 1 }])
    await arrive()
    await pages.page.goto(`${pages.world.baseUrl}/cart`)
    await signIn(person)
    await pages.page.getByLabel('What is it for?').fill('A new workshop')
    await pages.page.getByRole('button', { name: 'Submit the requisition' }).click()
    await pages.page.getByRole('heading', { name: /REQ-\d{4}-\d{6}/ }).waitFor()
    const [requisition] = (await client.get('/api/v1/requisitions')).body.data
    expect(requisition).toMatchObject({ title: 'A new workshop', state: 'SUBMITTED' })
  })

  it('asks for a sign-in when the session has ended, and returns to the page', async () => {
    const { person, client } = await aBuyer()
    await arrive()
    await pages.page.goto(`${pages.world.baseUrl}/orders?state=PLACED`)
    await signIn(person)
    await pages.page.getByRole('heading', { name: 'Orders' }).waitFor()
    await client.post('/auth/sessions/revoke-others', {})
    await pages.page.getByRole('link', { name: 'Catalogue' }).click()
    await pages.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(person)
    await pages.page.getByRole('heading', { name: 'What do you need?' }).waitFor()
    await pages.page.getByRole('button', { name: 'Bea Buyer' }).click()
    await pages.page.getByRole('button', { name: 'Sign out' }).click()
    await pages.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await pages.page.goto(`${pages.world.baseUrl}/cart`)
    await pages.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('has no violation that axe finds, and fits on every screen', async () => {
    const { person, client } = await aBuyer()
    const part = await aPart({ name: `Hostile ${hostile}`, onHand: 5 })
    await fillCart(client, [{ productId: part.id, quantity: 2 }])
    const { client: other } = await aBuyer()
    const placing = { lines: [{ productId: part.id, quantity: 1 }], shipTo }
    const { body: order } = await other.post(
      '/api/v1/orders',
      { ...placing, poNumber: hostile.slice(0, 50), payment: { method: 'invoice' } },
      { key: 'an order for the list' },
    )
    await arrive()
    await pages.page.goto(pages.world.baseUrl)
    await signIn(person)
    await pages.page.getByRole('heading', { name: 'What do you need?' }).waitFor()
    const paths = [
      '/cart',
      '/checkout',
      '/quick-order',
      '/orders',
      `/orders/${order.data.order.id}`,
    ]
    const found = ['/?q=Hostile', `/products/${part.id}`, `/compare?id=${part.id}`]
    for (const path of [...found, ...paths]) {
      await check(path)
    }
  })
})
