import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { type APerson, aPerson } from '#testing/identity'
import { type Client, createClient } from '../journeys/client.ts'
import { fillCart, giveCredit, shipTo } from '../journeys/purchase.ts'
import { aWorld, type CompanyOfWorld, type World } from '../journeys/world.ts'
import { buildPages } from './build-pages.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { findPartsOffScreen, shoot } from './page-tools.ts'

const chromium = findChromium()
/** A name that would be markup or a script if a page did not escape it. */
const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>"\'&'

describe.skipIf(!chromium)('the pages on which companies buy', () => {
  let world: World
  let ours: CompanyOfWorld
  let browser: OpenBrowser
  let page: Page
  let context: BrowserContext | undefined
  let complaints: string[] = []

  beforeAll(async () => {
    const { company: companyPages } = await buildPages()
    world = await aWorld({ companyPages })
    ours = await world.company()
    await giveCredit(world, ours.companyId, 1_000_000n)
    await ours.admin.post('/api/v1/addresses', {
      label: 'Warehouse',
      address: shipTo,
      defaultShipTo: true,
    })
    browser = await openBrowser(chromium as string)
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await world.close()
  })
  afterEach(async () => {
    await context?.close()
    const found = complaints
    complaints = []
    expect(found).toEqual([])
  })

  it('leads from the sign-in to an order', async () => {
    const name = 'Blue anvil of the smithy'
    await aPart({ name, onHand: 50 })
    const { person, client } = await aBuyer()
    await arrive()
    await page.goto(world.baseUrl)
    await signIn(person)
    await page.getByRole('combobox', { name: /^Words/ }).pressSequentially('blue anvil')
    const row = page.getByRole('article').filter({ hasText: name })
    await row.getByText('EUR 100.00').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('blue anvil')
    await row.getByLabel(/^Quantity of/).fill('2')
    await row.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('link', { name: 'Cart (1)' }).click()
    await page.getByText('EUR 200.00').first().waitFor()
    await page.getByRole('button', { name: 'Check out' }).click()
    await page.getByText('Warehouse').waitFor()
    await page.getByLabel('Invoice').check()
    await page.getByLabel(/^Your order number/).fill('4711/A')
    await page.getByRole('button', { name: /^Order for EUR/ }).click()
    await page.getByRole('heading', { name: 'Thank you: your order is placed' }).waitFor()
    await page.getByRole('link', { name: 'Cart (0)' }).waitFor()
    const [order] = (await client.get('/api/v1/orders?poNumber=4711/A')).body.data
    await page.getByRole('link', { name: 'Orders' }).click()
    await page.getByRole('link', { name: order.number }).click()
    await page.getByRole('heading', { name: `Order ${order.number}` }).waitFor()
    await page.getByRole('button', { name: 'Order again' }).click()
    await page.getByText('1 line is in your cart.').waitFor()
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await page.getByLabel('Reason (optional)').fill('Ordered twice.')
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await page.getByText('2 cancelled').first().waitFor()
  })

  it('leads to the payment page of a card, and back', async () => {
    const { person, client } = await aBuyer()
    await fillCart(client, [{ productId: (await aPart({ onHand: 5 })).id, quantity: 1 }])
    await arrive()
    await page.goto(`${world.baseUrl}/checkout`)
    await signIn(person)
    await page.getByLabel('Card').check()
    await page.getByRole('button', { name: /^Order for EUR/ }).click()
    await page.waitForURL(`${world.sandboxUrl}/**`)
    await page.goBack()
    await page.goto(`${world.baseUrl}/cart`)
    await page.getByRole('link', { name: 'See the checkout' }).click()
    await page.getByRole('link', { name: 'Go to the payment page' }).click()
    await page.getByRole('button', { name: /pay/i }).first().click()
    await page.getByRole('heading', { name: 'Thank you: your order is placed' }).waitFor()
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
    await page.goto(`${world.baseUrl}/checkout/${started.body.data.id}`)
    await signIn(person)
    await page.getByRole('button', { name: 'Cancel the checkout' }).click()
    await page.getByRole('heading', { name: 'The checkout was cancelled' }).waitFor()
    await page.getByRole('link', { name: 'See the cart' }).click()
    await page.getByRole('button', { name: 'Check out' }).waitFor()
  })

  it('shows what changed elsewhere, and changes it only when pressed again', async () => {
    const { person, client } = await aBuyer()
    await fillCart(client, [{ productId: (await aPart({ onHand: 90 })).id, quantity: 2 }])
    await arrive()
    await page.goto(`${world.baseUrl}/cart`)
    await signIn(person)
    const quantity = page.getByLabel(/^Quantity of/)
    await expect.poll(() => quantity.inputValue()).toBe('2')
    const [item] = (await client.get('/api/v1/cart')).body.data.items
    const change = { quantity: 7, expectedItemVersion: item.itemVersion }
    await client.patch(`/api/v1/cart/items/${item.id}`, change)
    await quantity.fill('5')
    await quantity.press('Enter')
    await page.getByText('The quantity was changed elsewhere. Now it is 7.').waitFor()
    expect((await client.get('/api/v1/cart')).body.data.items[0].quantity).toBe(7)
    await page.getByRole('button', { name: 'Set it to 5' }).click()
    await page.getByText('EUR 500.00').first().waitFor()
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByText(/^Your cart is empty/).waitFor()
  })

  it('adds to a line that is in the cart only when the person says so', async () => {
    const { person, client } = await aBuyer()
    const part = await aPart({ onHand: 90 })
    await fillCart(client, [{ productId: part.id, quantity: 3 }])
    await arrive()
    await page.goto(`${world.baseUrl}/products/${part.id}`)
    await signIn(person)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('Your cart has 3 of it already.').waitFor()
    await page.getByRole('button', { name: 'Add 1 more' }).click()
    await page.getByRole('link', { name: 'In your cart' }).waitFor()
    expect((await client.get('/api/v1/cart')).body.data.items[0].quantity).toBe(4)
  })

  it('lets a buyer accept what a supplier proposes, and ask for a return', async () => {
    const { person, client } = await aBuyer()
    const supplier = await world.company()
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
    await page.goto(`${world.baseUrl}/orders/${orderId}`)
    await signIn(person)
    await page.getByText(/it waits for stock, it arrives on/).waitFor()
    await page.getByRole('button', { name: 'Accept the change of Long rope' }).click()
    await page.getByText('Promised for 31 Jan 2999').waitFor()
    const shipped = await supplier.admin.post(`/api/v1/orders/${orderId}/shipments`, {})
    const [{ id: shipmentId }] = shipped.body.data.shipments
    await client.post(`/api/v1/orders/${orderId}/deliveries`, { shipmentId })
    await page.reload()
    await page.getByRole('button', { name: 'Request a return' }).click()
    await page.getByLabel('Quantity').fill('1')
    await page.getByLabel('Reason').selectOption('DAMAGED')
    await page.getByRole('button', { name: 'Send the request' }).click()
    await page.getByText(/^RMA-.*: Requested$/).waitFor()
  })

  it('finds pasted part numbers, and asks where a number is not known', async () => {
    const { person, client } = await aBuyer()
    const { sku } = await aPart({ name: 'Green pliers', onHand: 90 })
    await arrive()
    await page.goto(`${world.baseUrl}/quick-order`)
    await signIn(person)
    await page.getByLabel(/^Paste part numbers/).fill(`${sku} 4\nno-such-number-at-all 2`)
    await page.getByRole('button', { name: 'Find the products' }).click()
    await page.getByText('4 × Boltworks Green pliers').waitFor()
    await page.getByText('This number is not known.').waitFor()
    await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
    await page.getByText('1 line is in your cart.').waitFor()
    expect((await client.get('/api/v1/cart')).body.data.items).toMatchObject([{ quantity: 4 }])
  })

  it('makes a requisition of the cart of a requester', async () => {
    const { person, client } = await aMember('requester')
    await fillCart(client, [{ productId: (await aPart({ onHand: 5 })).id, quantity: 1 }])
    await arrive()
    await page.goto(`${world.baseUrl}/cart`)
    await signIn(person)
    await page.getByLabel('What is it for?').fill('A new workshop')
    await page.getByRole('button', { name: 'Submit the requisition' }).click()
    await page.getByRole('heading', { name: /REQ-\d{4}-\d{6}/ }).waitFor()
    const [requisition] = (await client.get('/api/v1/requisitions')).body.data
    expect(requisition).toMatchObject({ title: 'A new workshop', state: 'SUBMITTED' })
  })

  it('asks for a sign-in when the session has ended, and returns to the page', async () => {
    const { person, client } = await aBuyer()
    await arrive()
    await page.goto(`${world.baseUrl}/orders?state=PLACED`)
    await signIn(person)
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await client.post('/auth/sessions/revoke-others', {})
    await page.getByRole('link', { name: 'Catalogue' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(person)
    await page.getByRole('heading', { name: 'What do you need?' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${world.baseUrl}/cart`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
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
    await page.goto(world.baseUrl)
    await signIn(person)
    await page.getByRole('heading', { name: 'What do you need?' }).waitFor()
    const paths = [
      '/cart',
      '/checkout',
      '/quick-order',
      '/orders',
      `/orders/${order.data.order.id}`,
    ]
    for (const path of ['/?q=Hostile', `/products/${part.id}`, ...paths]) {
      await check(path)
    }
  })

  const looks = [
    ['light', 360],
    ['dark', 1280],
    ['light', 2560],
  ] as const

  async function check(path: string): Promise<void> {
    await page.goto(`${world.baseUrl}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const name = path.split(/[/?]/)[1] || 'search'
    for (const [colorScheme, width] of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await shoot(page, `buying-${name}-${width}.png`)
      expect(await findPartsOffScreen(page), `${path} at ${width} pixels`).toEqual([])
      if (width === 2560) continue
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)
      expect(found, `${path} in ${colorScheme}`).toEqual([])
    }
  }

  async function arrive(options: Parameters<OpenBrowser['newPerson']>[0] = {}): Promise<void> {
    context = await browser.newPerson(options)
    page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => complaints.push(`a script ran: ${dialog.message()}`))
    page.on('console', (message) => {
      if (/Content Security Policy|violates/.test(message.text())) complaints.push(message.text())
    })
  }

  async function signIn({ email, password }: APerson): Promise<void> {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
  }

  const aBuyer = () => aMember('buyer')

  async function aMember(
    role: 'buyer' | 'requester',
  ): Promise<{ readonly person: APerson; readonly client: Client }> {
    const { database } = world.parts.platform
    const person = await aPerson(database, { companyId: ours.companyId, role })
    const { accessToken } = await world.parts.modules.identity.signIn(person)
    return { person, client: createClient(world.baseUrl, { bearer: accessToken }) }
  }

  type Part = {
    readonly name?: string
    readonly onHand: number
    readonly supplierCompanyId?: CompanyOfWorld['companyId']
  }

  function aPart({ name = 'Red hammer', ...part }: Part) {
    return aProduct(world.parts.platform.database, { name, unitPrice: '100.00', ...part })
  }
})
