import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { type APerson, aPerson } from '#testing/identity'
import { aKey, createClient } from '../journeys/client.ts'
import {
  checkOut,
  fillCart,
  giveCredit,
  handOver,
  shipTo,
  untilEnded,
} from '../journeys/purchase.ts'
import { aWorld, type CompanyOfWorld, type World } from '../journeys/world.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { findPartsOffScreen, shoot } from './page-tools.ts'
import { createPasskey, plugInPasskeys } from './virtual-passkeys.ts'

const chromium = findChromium()
const password = 'a sentence that nobody guesses'
/** A name that would be markup or a script if a page did not escape it. */
const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>"\'&'

describe.skipIf(!chromium)('the pages to which mails lead', () => {
  const lines: string[] = []
  let world: World
  let ours: CompanyOfWorld
  let browser: OpenBrowser
  let page: Page
  let context: BrowserContext | undefined
  let complaints: string[] = []

  beforeAll(async () => {
    world = await aWorld({ host: 'localhost', lines })
    ours = await world.company()
    await giveCredit(world, ours.companyId, 1_000_000n)
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

  async function arrive(options: Parameters<OpenBrowser['newPerson']>[0] = {}): Promise<void> {
    context = await browser.newPerson(options)
    page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => complaints.push(`a script of somebody ran: ${dialog.message()}`))
    page.on('console', (message) => {
      if (/Content Security Policy|violates/.test(message.text())) complaints.push(message.text())
    })
  }

  it('lets an invited person in, and shows the order of a mail', async () => {
    const email = `invited-${aKey()}@example.com`
    await ours.admin.post('/api/v1/invitations', { email, roles: ['buyer'] })
    const link = await linkIn(email, /invites you/)
    await arrive()
    await page.goto(link)
    // The token is in the form, and no longer in the address.
    await expect.poll(() => page.url()).toBe(`${world.baseUrl}/account/invitation`)
    expect(await page.getByLabel('Code from the mail').isHidden()).toBe(true)
    await shoot(page, 'account-invitation.png')
    await page.getByLabel('Your name').fill('Ida Invited')
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Welcome, Ida Invited' }).waitFor()

    const client = await clientOf({ email, password })
    const { orderId } = await anOrder(client, 4)
    await page.goto(await linkIn(email, /is placed/))
    const { body: order } = await client.get(`/api/v1/orders/${orderId}`)
    await page.getByRole('heading', { name: `Order ${order.data.number}` }).waitFor()
    expect(await page.getByRole('table', { name: 'Lines' }).textContent()).toContain(hostile)
    expect(await page.getByText('EUR 400.00', { exact: false }).count()).toBeGreaterThan(0)
    await shoot(page, 'account-order.png')
    const token = link.split('#')[1] ?? ''
    expect(token.length).toBeGreaterThan(20)
    expect(lines.filter((line) => line.includes(token) || line.includes(password))).toEqual([])
  })

  it('lets a person choose a new password, and sign in with it', async () => {
    const person = await aMember('buyer')
    await arrive({ colorScheme: 'dark' })
    await page.goto(`${world.baseUrl}/account/orders/ord_none`)
    await shoot(page, 'account-sign-in-dark.png')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail address').fill(person.email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Look at your mails' }).waitFor()
    const link = await linkIn(person.email, /new password/)
    await page.goto(link)
    await page.getByLabel('New password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Your new password is saved.').waitFor()
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
    expect(lines.filter((line) => line.includes(link.split('token=')[1] ?? ''))).toEqual([])
    // The link worked once.
    await page.goto(link)
    await page.getByLabel('New password').fill(`${password}!`)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
  })

  it('lets an approver decide, without a script', async () => {
    const approver = await aMember('approver')
    const buyer = await aMember('buyer')
    const rule = {
      name: `From 1000 ${hostile}`.slice(0, 100),
      conditions: { amountFrom: { amount: '1000', currency: 'EUR' } },
      steps: [{ mode: 'ANY', people: [approver.actor.id], mayReduce: true }],
    }
    const made = await ours.admin.post('/api/v1/approval-rules', rule)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { orderId } = await anOrder(await clientOf(buyer), 12)
    const link = await linkIn(approver.email, /approval/)
    await arrive({ javaScriptEnabled: false })
    await page.goto(link)
    await page.getByLabel('E-mail address').fill(approver.email)
    await page.getByLabel('Password').fill(approver.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Approval of EUR/ }).waitFor()
    await shoot(page, 'account-approval.png')
    await page.getByLabel(/^Quantity:/).fill('11')
    const lowering = page.getByRole('form', { name: 'Lower quantities' })
    await lowering.getByLabel('Reason').fill('Eleven will do.')
    await lowering.getByRole('button', { name: 'Lower quantities' }).click()
    await page.getByText('The quantities are lowered.').waitFor()
    await page.getByText('12 → 11').waitFor()
    await shoot(page, 'account-approval-reduced.png')
    await page.getByLabel('Note (optional)').fill('Needed for the trade fair.')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('The order is approved and placed.').waitFor()
    await shoot(page, 'account-approval-decided.png')
    await page.getByRole('link', { name: /^Open order PO-\d{4}-\d{6}$/ }).click()
    await page.getByText('Approved and placed').waitFor()
    expect(page.url()).toContain(orderId)
  })

  it('lets an administrator write a rule for approvals', async () => {
    const admin = await aMember('company_admin')
    await arrive()
    await signIn(admin)
    await page.getByRole('link', { name: 'Approval rules' }).click()
    await page.getByRole('link', { name: 'New rule' }).click()
    await page.getByLabel('Name', { exact: true }).fill(`Dear ${hostile}`)
    await page.getByLabel('Total from, with tax and shipping cost').fill('0')
    await page.getByLabel('Currency of this total').fill('EUR')
    const step = page.getByRole('group', { name: 'Step 1' })
    await step.getByLabel('Everybody with the role Approver may approve').check()
    await page.getByRole('button', { name: 'Create the rule' }).click()
    await page.getByRole('alert').getByText('The amount is not valid.').waitFor()
    await page.getByLabel('Total from, with tax and shipping cost').fill('99999')
    await page.getByRole('button', { name: 'Create the rule' }).click()
    await page.getByText('The total is EUR 99,999.00 or more.').waitFor()
    await page.getByRole('link', { name: `Dear ${hostile}` }).click()
    const rule = new URL(page.url()).pathname.replace('/account', '')
    for (const path of ['/approval-rules', '/approval-rules/new', rule]) await check(path)
    await page.goto(`${world.baseUrl}/account${rule}`)
    await page.getByRole('button', { name: 'End the rule' }).click()
    await expect.poll(() => page.url()).toBe(`${world.baseUrl}/account/approval-rules`)
    expect(await page.getByText(`Dear ${hostile}`).count()).toBe(0)
  })

  it('lets a person in with a passkey', async () => {
    const buyer = await aMember('buyer')
    const client = await clientOf(buyer)
    await arrive()
    await plugInPasskeys(page)
    await page.goto(`${world.baseUrl}/health`)
    const { body } = await client.post('/auth/factors/passkeys/options', {})
    const { challengeToken, options } = body.data
    const passkey = await createPasskey(page, options)
    const input = { challengeToken, name: 'Laptop', passkey }
    expect((await client.post('/auth/factors/passkeys', input)).status).toBe(201)
    await page.goto(`${world.baseUrl}/account/orders/ord_none`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
  })

  it('has no violation that axe finds, and fits on every screen', async () => {
    const buyer = await aMember('buyer')
    const client = await clientOf(buyer)
    const { orderId } = await anOrder(client, 2)
    const question = { subject: hostile, message: hostile }
    const ticket = (await client.post('/api/v1/support/tickets', question)).body.data.id
    const { data: cart } = (await client.post('/api/v1/carts', { name: 'Workshop' })).body
    await fillCart(client, [{ productId: (await aPart()).id, quantity: 2 }])
    const colleague = (await aMember('approver')).actor.id
    const { data: filled } = (await client.get('/api/v1/cart')).body
    for (const id of [cart.id, filled.id]) {
      await client.put(`/api/v1/carts/${id}/shares/${colleague}`, { right: 'EDIT' })
    }
    const lines = [{ what: hostile, quantity: 2, note: hostile }]
    const wish = { title: hostile, note: hostile, neededBy: '2999-01-31', lines }
    const { data: requisition } = (await client.post('/api/v1/requisitions', wish)).body
    const { data: standing } = (
      await client.post('/api/v1/standing-orders', {
        name: hostile,
        lines: [{ productId: (await aPart()).id, quantity: 1 }],
        schedule: { every: 1, unit: 'WEEK', on: 1, from: '2031-01-13' },
        shipTo,
        maxTotal: { amount: '500.00', currency: 'EUR' },
        payment: { method: 'invoice' },
      })
    ).body
    const contractId = await aContract(client)
    await arrive()
    const open = [
      '/sign-in',
      '/forgot-password',
      '/reset-password',
      '/mailed-code',
      '/invitation',
      '/nowhere',
    ]
    const own = [
      '',
      `/orders/${orderId}`,
      `/tickets/${ticket}`,
      '/carts',
      `/carts/${cart.id}`,
      `/carts/${filled.id}`,
      '/requisitions',
      `/requisitions/${requisition.id}`,
      '/standing-orders',
      `/standing-orders/${standing.id}`,
      '/contracts',
      `/contracts/${contractId}`,
      '/orders/ord_none',
    ]
    for (const path of open) await check(path)
    await signIn(buyer)
    for (const path of own) await check(path)
    await shoot(page, 'account-not-found.png')
  })

  async function signIn({ email, password: typed }: APerson): Promise<void> {
    await page.goto(`${world.baseUrl}/account/sign-in`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(typed)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  }

  const looks = [
    ['light', 360],
    ['dark', 390],
    ['light', 1280],
    ['dark', 2560],
  ] as const

  async function check(path: string): Promise<void> {
    const answer = await page.goto(`${world.baseUrl}/account${path}?locale=de`)
    expect((await answer?.body())?.length ?? 0).toBeLessThan(30_000)
    // A page that needs somebody would otherwise have led to the sign-in.
    expect(new URL(page.url()).pathname).toBe(`/account${path}`)
    for (const [colorScheme, width] of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      expect(await findPartsOffScreen(page), `${path} at ${width} pixels`).toEqual([])
      if (width === 360) await shoot(page, `account-${path.split('/')[1] ?? 'home'}-360.png`)
      // The narrowest page in light, and the widest in dark: the others differ from them in width alone.
      if (width !== 360 && width !== 2560) continue
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)
      expect(found, `${path} in ${colorScheme}`).toEqual([])
    }
  }

  async function aMember(role: 'buyer' | 'approver' | 'company_admin'): Promise<APerson> {
    return aPerson(world.parts.platform.database, { companyId: ours.companyId, role })
  }

  async function clientOf(person: { email: string; password: string }) {
    const { accessToken } = await world.parts.modules.identity.signIn(person)
    return createClient(world.baseUrl, { bearer: accessToken })
  }

  async function aPart() {
    return aProduct(world.parts.platform.database, {
      name: hostile,
      unitPrice: '100.00',
      onHand: 50,
    })
  }

  /** With quotas that are half called off, and called off beyond their maximum. */
  async function aContract(client: Parameters<typeof fillCart>[0]): Promise<string> {
    const operator = await world.operator()
    const { id: productId, supplierCompanyId: supplierId } = await aPart()
    const { data: contract } = (
      await operator.post('/api/v1/contracts', {
        supplierId,
        buyerCompanyId: ours.companyId,
        reference: hostile.slice(0, 60),
        state: 'ACTIVE',
        orderDiscounts: { currency: 'EUR', tiers: [{ from: '1000000', percent: '2' }] },
      })
    ).body
    const quotas = [
      { productId, measure: 'QUANTITY', committed: '2', maximum: '4' },
      { productId, measure: 'VALUE', currency: 'EUR', maximum: '150.00', policy: 'WARN' },
    ]
    await operator.put(`/api/v1/contracts/${contract.id}/quotas`, { quotas })
    const lines = [{ productId, quantity: 2 }]
    const placing = { lines, shipTo, payment: { method: 'invoice' } }
    expect((await client.post('/api/v1/orders', placing, { key: aKey() })).status).toBe(201)
    return contract.id
  }

  async function anOrder(client: Parameters<typeof fillCart>[0], quantity: number) {
    const { companyId: supplierCompanyId } = await world.company()
    const { id: productId } = await aProduct(world.parts.platform.database, {
      supplierCompanyId,
      name: hostile,
      unitPrice: '100.00',
      onHand: 50,
    })
    const version = await fillCart(client, [{ productId, quantity }])
    const { body } = await checkOut(client, version)
    await handOver(client, body.data.id, { method: 'invoice' })
    return untilEnded(client, body.data.id)
  }

  /** The link to our pages in the newest mail with this subject. */
  async function linkIn(email: string, subject: RegExp): Promise<string> {
    let link: string | undefined
    const url = `${world.sandboxUrl}/mailbox/messages?to=${encodeURIComponent(email)}`
    const read = async () => {
      const answer = await fetch(url)
      const { messages } = (await answer.json()) as {
        messages: { subject: string; text: string }[]
      }
      const mail = messages.find((each) => subject.test(each.subject))
      link = /http:\/\/localhost:\d+\/account\/\S+/.exec(mail?.text ?? '')?.[0]
      return link
    }
    await expect.poll(read, { timeout: 60_000, interval: 100 }).toBeDefined()
    return link as string
  }
})
