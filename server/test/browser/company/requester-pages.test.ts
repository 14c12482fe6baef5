import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { type APerson, aPerson } from '#testing/identity'
import { type Client, createClient } from '../../journeys/client.ts'
import { giveCredit, shipTo } from '../../journeys/purchase.ts'
import { aWorld, type CompanyOfWorld, type World } from '../../journeys/world.ts'
import { buildPages } from '../build-pages.ts'
import { findChromium, type OpenBrowser, openBrowser } from '../chromium.ts'
import { findPartsOffScreen, shoot } from '../page-tools.ts'

const chromium = findChromium()
/** A name that would be markup or a script if a page did not escape it. */
const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>"\'&'
const url = '/api/v1/requisitions'

describe.skipIf(!chromium)('the pages of requesters and buyers', () => {
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

  it('writes a requisition line by line, which survives a reload, and submits it', async () => {
    await aPart({ name: 'Oak desk of the joinery' })
    const { person, client } = await aMember('requester')
    await arrive('/requisitions', person)
    await page.getByLabel('What is it for?').fill('The new office')
    await page.getByRole('button', { name: 'Start a requisition' }).click()
    await page.getByRole('heading', { name: /^REQ-\d{4}-\d{6} The new office$/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Add a line' }).click()
    await page.getByLabel('Find the product').fill('oak desk joinery')
    await page.getByRole('button', { name: /Oak desk of the joinery/ }).click()
    await page.getByLabel('Quantity').fill('2')
    await page.getByRole('button', { name: 'Save the line' }).click()
    await page.getByRole('link', { name: 'Oak desk of the joinery' }).waitFor()
    await page.getByRole('button', { name: 'Add a line' }).click()
    await page.getByLabel('In my own words').check()
    await page.getByLabel('What is needed').fill('A rug that fits')
    await page.getByLabel('Estimate for all, in EUR').fill('300.00')
    await page.getByLabel('Suggested supplier').fill('Rugs & Sons')
    await page.getByLabel(/^Links/).fill('https://example.com/rug')
    await page.getByLabel(/^Files/).setInputFiles({
      name: 'plan.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\nThe floor.'),
    })
    await page.getByRole('button', { name: 'Save the line' }).click()
    await page.getByRole('link', { name: 'plan.pdf' }).waitFor()
    await page.getByLabel('Needed by').fill('2999-01-31')
    await page.getByLabel('Deliver to').selectOption({ label: 'Warehouse: Hafenstr. 7, Hamburg' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('It is saved.').waitFor()
    await page.reload()
    await page.getByText('A rug that fits').waitFor()
    await page.getByRole('button', { name: 'Change A rug that fits' }).click()
    await page.getByLabel('Quantity').fill('3')
    await page.getByRole('button', { name: 'Save the line' }).click()
    await page.getByText('3 piece').waitFor()
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('button', { name: 'Withdraw' }).waitFor()
    const [{ id }] = (await client.get(url)).body.data
    expect((await client.get(`${url}/${id}`)).body.data).toMatchObject({
      state: 'SUBMITTED',
      neededBy: '2999-01-31',
      shipTo: { city: 'Hamburg' },
      lines: [
        { quantity: 2 },
        {
          what: 'A rug that fits',
          quantity: 3,
          unit: 'C62',
          estimate: { amount: '300.00', currency: 'EUR' },
          suggestedSupplier: 'Rugs & Sons',
          links: ['https://example.com/rug'],
          attachments: [{ name: 'plan.pdf' }],
        },
      ],
    })
  })

  it('shows what changed elsewhere, and changes a draft only when pressed again', async () => {
    const { person, client } = await aMember('requester')
    const { id } = await aRequisition(client, 'Draft', [{ what: 'Chalk', quantity: 1 }])
    await arrive(`/requisitions/${id}`, person)
    await page.getByText('Chalk').waitFor()
    await client.patch(`${url}/${id}`, { lines: [{ what: 'Blue chalk', quantity: 5 }] })
    await page.getByRole('button', { name: 'Remove Chalk' }).click()
    await page.getByText(/has changed since you read it/).waitFor()
    await page.getByText('Blue chalk').waitFor()
    expect((await client.get(`${url}/${id}`)).body.data.lines).toHaveLength(1)
    await page.getByRole('button', { name: 'Remove Blue chalk' }).click()
    await page.getByRole('button', { name: 'Remove Blue chalk' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete the draft' }).click()
    await page.getByText('Its lines and files are gone for good.').waitFor()
    await page.getByRole('button', { name: 'Delete the draft' }).click()
    await page.getByRole('heading', { name: 'Requisitions' }).waitFor()
    expect((await client.get(`${url}/${id}`)).status).toBe(404)
  })

  it('comes back with a reason, is submitted again, sourced, and ordered once', async () => {
    const part = await aPart({ name: 'Turquoise kettle' })
    const { client } = await aMember('requester')
    const lines = [
      { what: 'Turquoise kettle', quantity: 4 },
      { what: 'A voucher', quantity: 1 },
    ]
    const { id, number } = await aRequisition(client, 'Kitchen', lines)
    await client.post(`${url}/${id}/submit`, {})
    const buyer = await aMember('buyer')
    await arrive('/requisitions?state=SUBMITTED', buyer.person)
    await page.getByRole('link', { name: number }).click()
    await page.getByRole('button', { name: 'Return it' }).click()
    await page.getByLabel('What must change?').fill('How large?')
    await page.getByRole('button', { name: 'Return it' }).click()
    await page.getByText('It was returned: How large?').waitFor()
    await client.post(`${url}/${id}/submit`, { comment: 'Two litres.' })
    await page.reload()
    await page.getByText(/Submitted, by .*: Two litres\./).waitFor()
    await page.getByText('No open line has a product yet.').waitFor()
    await page.getByRole('button', { name: 'Say what to order for Turquoise kettle' }).click()
    await page.getByRole('button', { name: /Boltworks Turquoise kettle/ }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByText('Is ordered as').waitFor()
    await page.getByRole('button', { name: 'Say what to order for A voucher' }).click()
    await page.getByLabel('A price that a supplier agreed to').check()
    await page.getByLabel('Price of one, in EUR').fill('50.00')
    await page.getByRole('combobox', { name: /^Supplier/ }).selectOption({ index: 1 })
    await page.getByLabel('Who agreed, when and how?').fill('Ms Olsen, by phone.')
    await page.getByLabel(/^Files/).setInputFiles({
      name: 'offer.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Fifty each.'),
    })
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByText('Agreed: EUR 50.00 each').waitFor()
    await page.getByRole('link', { name: 'offer.txt' }).waitFor()
    await page.getByLabel('4 × Turquoise kettle').waitFor()
    await page.getByLabel('Your order number (optional)').fill('4711/B')
    await page.getByRole('button', { name: 'Place the order' }).dblclick()
    await page.getByRole('link', { name: /^PO-/ }).first().waitFor()
    const orders = (await buyer.client.get('/api/v1/orders?poNumber=4711/B')).body.data
    expect(orders).toHaveLength(1)
    const order = (await buyer.client.get(`/api/v1/orders/${orders[0].id}`)).body.data
    expect(order).toMatchObject({
      lines: [{ productId: part.id, quantity: 4 }],
      shipTo: { city: 'Hamburg' },
    })
    await page.getByRole('button', { name: 'Reject it' }).click()
    await page.getByLabel('Why is it not ordered?').fill('No vouchers.')
    await page.getByRole('button', { name: 'Reject it' }).click()
    await page.getByText('Cancelled').waitFor()
  })

  it('keeps products in a list, and puts them into the cart again', async () => {
    const part = await aPart({ name: 'Violet whisk' })
    const other = await aPart({ name: 'Yellow sieve' })
    const { person, client } = await aMember('requester')
    await arrive(`/products/${part.id}`, person)
    await page.getByRole('button', { name: 'Add to list: Violet whisk' }).click()
    await page.getByLabel('Name').fill('Bakery')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('1 product was added.').waitFor()
    await page.getByRole('link', { name: 'Bakery' }).click()
    await page.getByLabel('Find the product').fill('yellow sieve')
    await page.getByRole('button', { name: /Yellow sieve/ }).click()
    await page.getByRole('link', { name: 'Boltworks Yellow sieve' }).waitFor()
    await page.getByLabel(/^Paste part numbers/).fill('no-such-number-at-all 2')
    await page.getByRole('button', { name: 'Add these numbers' }).click()
    await page.getByText(/^Line 1: no-such-number-at-all does not name/).waitFor()
    const quantity = page.getByLabel('Quantity of Boltworks Yellow sieve')
    await quantity.fill('6')
    await quantity.blur()
    await page.getByText('EUR 600.00').waitFor()
    const note = page.getByLabel('Note about Boltworks Yellow sieve')
    await note.fill('The fine one')
    await note.blur()
    await page.getByRole('button', { name: 'Move Boltworks Yellow sieve up' }).click()
    await page.getByLabel('Choose Boltworks Violet whisk').uncheck()
    await page.getByRole('button', { name: 'Put 1 product into the cart' }).click()
    await page.getByText('1 line is in your cart.').waitFor()
    await page.getByRole('button', { name: 'Put 1 product into the cart' }).click()
    await page.getByText(/^0 lines are in your cart/).waitFor()
    await page.getByRole('button', { name: 'Rename or share' }).click()
    await page.getByLabel('Name').fill('The bakery')
    await page.getByLabel('Who sees it').selectOption('COMPANY')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'The bakery' }).waitFor()
    const [list] = (await client.get('/api/v1/lists')).body.data
    expect((await client.get(`/api/v1/lists/${list.id}`)).body.data).toMatchObject({
      name: 'The bakery',
      visibility: 'COMPANY',
      items: [
        { productId: other.id, quantity: 6, note: 'The fine one' },
        { productId: part.id, quantity: 1 },
      ],
    })
    expect((await client.get('/api/v1/cart')).body.data.items).toMatchObject([{ quantity: 6 }])
  })

  it('lets a colleague copy a list that the company sees, and not change it', async () => {
    const part = await aPart({ name: 'Amber funnel' })
    const { client } = await aMember('buyer')
    const items = [{ productId: part.id, quantity: 3 }]
    const shared = { name: 'For all', visibility: 'COMPANY', items }
    const { list } = (await client.post('/api/v1/lists', shared)).body.data
    const colleague = await aMember('buyer')
    await arrive(`/lists/${list.id}`, colleague.person)
    await page.getByRole('button', { name: 'Copy to a list of my own' }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete the list' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Copy to a list of my own' }).click()
    await page.getByRole('button', { name: 'Delete the list' }).click()
    await page.getByText('Everybody who sees it loses it.').waitFor()
    await page.getByRole('button', { name: 'Delete the list' }).click()
    await page.getByRole('heading', { name: 'Lists' }).waitFor()
    await page.getByRole('link', { name: 'For all' }).waitFor()
    const owned = `/api/v1/lists?ownerId=${colleague.person.actor.id}`
    expect((await colleague.client.get(owned)).body.data).toEqual([])
  })

  it('has several carts, of which people use, share, hand over and delete each', async () => {
    const { person, client } = await aMember('buyer')
    const colleague = await aMember('buyer')
    await client.get('/api/v1/cart')
    await arrive('/cart', person)
    await page.getByRole('link', { name: 'Your other carts' }).click()
    await page.getByLabel('Name of a new cart').fill('Workshop')
    await page.getByRole('button', { name: 'Create the cart' }).click()
    await page.getByRole('button', { name: 'Rename Workshop' }).click()
    await page.getByLabel('New name').fill('Workshop in Lyon')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Use this cart: Workshop in Lyon' }).click()
    await page.getByRole('button', { name: 'Use this cart: Your first cart' }).waitFor()
    await page.getByRole('button', { name: 'Share Workshop in Lyon' }).click()
    await page.getByLabel('Colleague').selectOption(colleague.person.actor.id)
    await page.getByLabel('What they may do').selectOption('EDIT')
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByText('Bea Buyer: Change its lines').waitFor()
    const active = async () => (await client.get('/api/v1/carts?active=true')).body.data[0]
    expect(await active()).toMatchObject({ name: 'Workshop in Lyon' })
    const seen = (await colleague.client.get('/api/v1/carts')).body.data
    expect(seen).toMatchObject([{ name: 'Workshop in Lyon', right: 'EDIT' }])
    await page.getByRole('button', { name: 'End the share with Bea Buyer' }).click()
    await page.getByText('Bea Buyer: Change its lines').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Hand over Your first cart' }).click()
    await page.getByLabel('Colleague').last().selectOption(colleague.person.actor.id)
    await page.getByRole('button', { name: 'Hand over', exact: true }).click()
    await page.getByText('Your first cart').waitFor({ state: 'detached' })
    await page.getByLabel('Name of a new cart').fill('Mistake')
    await page.getByRole('button', { name: 'Create the cart' }).click()
    await page.getByRole('button', { name: 'Delete Mistake' }).click()
    await page.getByText('The cart and its lines are gone for good.').waitFor()
    await page.getByRole('button', { name: 'Delete Mistake' }).click()
    await page.getByRole('button', { name: 'Delete Mistake' }).waitFor({ state: 'detached' })
    expect((await client.get('/api/v1/carts')).body.data).toHaveLength(1)
  })

  it('has no violation that axe finds, and fits on every screen', async () => {
    const { client } = await aMember('requester')
    const part = await aPart({ name: `Hostile ${hostile}` })
    const lines = [
      { productId: part.id, quantity: 1, note: hostile },
      {
        what: `Strange ${hostile}`,
        quantity: 2,
        category: hostile,
        suggestedSupplier: hostile,
        links: ['https://example.com/a-long-address-without-any-place-to-break-it-in-two-parts'],
      },
    ]
    const { id } = await aRequisition(client, `Title ${hostile}`, lines)
    await client.post(`${url}/${id}/submit`, {})
    const { person, client: buyer } = await aMember('buyer')
    const draft = await aRequisition(buyer, `Draft ${hostile}`, lines)
    const items = [{ productId: part.id, quantity: 2, note: hostile }]
    const wanted = { name: `List ${hostile}`, visibility: 'COMPANY', items }
    const { list } = (await buyer.post('/api/v1/lists', wanted)).body.data
    await arrive('/requisitions', person)
    await page.getByRole('heading', { name: 'Requisitions' }).waitFor()
    await check('/requisitions')
    await buyer.post('/api/v1/carts', { name: hostile })
    await check('/carts', 'carts', async () => {
      await page
        .getByRole('button', { name: /^Share/ })
        .first()
        .click()
    })
    await check('/lists')
    await check(`/lists/${list.id}`, 'list')
    await check(`/requisitions/${id}`, 'sourcing', async () => {
      await page.getByRole('button', { name: /^Say what to order/ }).click()
      await page.getByLabel('A price that a supplier agreed to').check()
    })
    await check(`/requisitions/${draft.id}`, 'draft', async () => {
      await page.getByRole('button', { name: 'Add a line' }).click()
      await page.getByLabel('In my own words').check()
    })
  })

  const looks = [
    ['light', 360],
    ['dark', 1280],
    ['light', 2560],
  ] as const

  async function check(path: string, name = path.slice(1), open = async () => {}): Promise<void> {
    await page.goto(`${world.baseUrl}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await open()
    for (const [colorScheme, width] of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await shoot(page, `requester-${name}-${width}.png`)
      expect(await findPartsOffScreen(page), `${path} at ${width} pixels`).toEqual([])
      if (width === 2560) continue
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)
      expect(found, `${path} in ${colorScheme}`).toEqual([])
    }
  }

  /** Opens a page, and signs in. */
  async function arrive(path: string, { email, password }: APerson): Promise<void> {
    context = await browser.newPerson()
    page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => complaints.push(`a script ran: ${dialog.message()}`))
    page.on('console', (message) => {
      if (/Content Security Policy|violates/.test(message.text())) complaints.push(message.text())
    })
    await page.goto(`${world.baseUrl}${path}`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
  }

  async function aRequisition(client: Client, title: string, lines: readonly object[]) {
    const { status, body } = await client.post(url, { title, lines })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data
  }

  async function aMember(
    role: 'buyer' | 'requester',
  ): Promise<{ readonly person: APerson; readonly client: Client }> {
    const { database } = world.parts.platform
    const person = await aPerson(database, { companyId: ours.companyId, role })
    const { accessToken } = await world.parts.modules.identity.signIn(person)
    return { person, client: createClient(world.baseUrl, { bearer: accessToken }) }
  }

  function aPart({ name }: { readonly name: string }) {
    return aProduct(world.parts.platform.database, { name, unitPrice: '100.00', onHand: 90 })
  }
})
