import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from '#platform/db'
import { type AnAdminRuntime, anAdminRuntime } from '#testing/admin'
import { aProduct } from '#testing/catalog'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { aKey, type Client } from '../journeys/client.ts'
import { checkOut, fillCart } from '../journeys/purchase.ts'
import { aWorld, type CompanyOfWorld, type World } from '../journeys/world.ts'
import { buildPages } from './build-pages.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { shoot, unnamed } from './page-tools.ts'
import * as stuck from './stuck-work.ts'

const chromium = findChromium()

/** The pages on which operators clear what is stuck, over the whole product. */
describe.skipIf(!chromium)('the work pages of operators, in a browser', () => {
  let world: World
  let runtime: AnAdminRuntime
  let browser: OpenBrowser
  let ours: CompanyOfWorld
  let supplier: CompanyOfWorld
  let operator: Client
  let person: APerson
  let context: BrowserContext
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    world = await aWorld()
    const now = () => new Date()
    const { folder: webFolder } = await buildPages()
    runtime = await anAdminRuntime({ apiUrl: world.baseUrl, now, isSecure: false, webFolder })
    browser = await openBrowser(chromium as string)
    ours = await world.company()
    supplier = await world.company()
    operator = await world.operator()
    const { database } = world.parts.platform
    person = await aPerson(database, { companyId: await aCompany(database), role: 'operator' })
    const terms = { limit: { amount: '100000.00', currency: 'EUR' }, netDays: 30 }
    await operator.put(`/admin/companies/${ours.companyId}/credit-accounts/EUR`, terms)
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await runtime.close()
    await world.close()
  })
  beforeEach(async () => {
    context = await browser.newPerson({ viewport: { width: 1180, height: 900 } })
    page = await context.newPage()
    complaints = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|violates/.test(message.text())) complaints.push(message.text())
    })
  })
  afterEach(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })

  async function signInAt(path: string): Promise<void> {
    await page.goto(`${runtime.url}${path}`)
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  async function open(path: string): Promise<void> {
    await signInAt(path)
    await page.getByRole('heading', { name: 'Needs attention', exact: true }).waitFor()
  }

  const anOrder = (daysAgo: number) => {
    const { database } = world.parts.platform
    return stuck.anOrderOf(ours, { database, supplierCompanyId: supplier.companyId, daysAgo })
  }

  const rowOf = (table: string, id: string): Locator =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: id })

  const region = (list: string): Locator => page.getByRole('region', { name: list, exact: true })
  const filterOf = (list: string, filter: string): Locator =>
    region(list).getByLabel(filter, { exact: true })

  it('show the checkouts under way and their next step', async () => {
    const { database } = world.parts.platform
    const { id: productId } = await aProduct(database, { unitPrice: '10.00', onHand: 100 })
    const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
    const { body } = await checkOut(ours.buyer, version)
    const { id } = body.data
    await sql`update checkout.attempts set created_at = created_at - interval '5 minutes'
      where company_id = ${ours.companyId} and id = ${id}`.execute(database.pool)
    await open('/admin/orders')
    const row = rowOf('Checkouts under way', id)
    await row.waitFor()
    expect(await row.textContent()).toMatch(
      /Example GmbH.*Its buyer.*Stuck.*EUR.*It expires unless/,
    )
    await shoot(page, 'checkouts.png')
    await ours.buyer.post(`/api/v1/checkout/${id}/cancel`)
  })

  it('show which orders are stuck and why, and confirm one for its supplier', async () => {
    const unconfirmed = await anOrder(3)
    const { id: unshipped, number: unshippedNumber } = await anOrder(20)
    await operator.post(`/api/v1/orders/${unshipped}/confirm`, {}, { key: aKey() })
    const parcel = { lines: [{ lineNumber: 1, quantity: 1 }] }
    await operator.post(`/api/v1/orders/${unshipped}/shipments`, parcel, { key: aKey() })
    const some = { lines: [{ lineNumber: 1, quantity: 1 }], reason: 'Too many.' }
    await ours.buyer.post(`/api/v1/orders/${unshipped}/cancel`, some, { key: aKey() })
    await sql`
      update orders.credits set state = 'WAITING', settled_at = null, settled_minor = null, refund_id = null,
        last_error = 'the provider answered 503', created_at = now() - interval '1 hour',
        available_at = now() + interval '1 day'
      where company_id = ${ours.companyId} and order_id = ${unshipped}
    `.execute(world.parts.platform.database.pool)

    await open('/admin/orders')
    const first = rowOf('Stuck orders', unconfirmed.number)
    await first.waitFor()
    expect(await first.textContent()).toMatch(/Example GmbH.*Not confirmed.*EUR.40\.00/)
    const stuck = rowOf('Stuck orders', unshippedNumber)
    await stuck.filter({ hasText: 'Not shipped' }).waitFor()
    await stuck.filter({ hasText: 'the provider answered 503' }).waitFor()
    const invoices = rowOf('Waiting invoices', `${unshippedNumber}-1`)
    await invoices.filter({ hasText: 'The VAT id of the supplier, or its tax number.' }).waitFor()
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'orders.png')

    await filterOf('Stuck orders', 'Reason').selectOption({ label: 'Refund late' })
    await first.waitFor({ state: 'detached' })
    await stuck.filter({ hasText: 'Refund late' }).waitFor()
    await filterOf('Stuck orders', 'Reason').selectOption({ label: 'Not confirmed' })
    // By the keyboard alone.
    await page.getByRole('button', { name: `Confirm order ${unconfirmed.number}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Confirm in their place' }).focus()
    await page.keyboard.press('Enter')
    await region('Stuck orders').getByText('No row matches the filters.').waitFor()
    const { body } = await ours.buyer.get(`/api/v1/orders/${unconfirmed.id}`)
    expect(body.data.state).toBe('CONFIRMED')
  })

  it('show refunds that the provider refuses, and retry one', async () => {
    const { id: orderId, number } = await anOrder(0)
    await ours.buyer.post(`/api/v1/orders/${orderId}/cancel`, {}, { key: aKey() })
    await sql`
      update orders.credits set state = 'REFUSED', settled_at = null, settled_minor = null, refund_id = null,
        last_error = 'The provider refused the refund: card_closed', lease_token = null, lease_until = null
      where company_id = ${ours.companyId} and order_id = ${orderId}
    `.execute(world.parts.platform.database.pool)

    await open('/admin/orders')
    await filterOf('Stuck orders', 'Reason').selectOption({ label: 'Refund refused' })
    const row = rowOf('Stuck orders', number)
    await row.filter({ hasText: 'card_closed' }).waitFor()
    expect(await unnamed(page)).toEqual([])
    await page.getByRole('button', { name: `Try to refund order ${number} again` }).click()
    await page.getByRole('button', { name: 'Retry the refund' }).click()
    await region('Stuck orders').getByText('No row matches the filters.').waitFor()
    const { body } = await ours.buyer.get(`/api/v1/orders/${orderId}`)
    expect(body.data.credits[0].state).not.toBe('REFUSED')
  })

  it('link each figure to its rows, and decide on payments without an order', async () => {
    const { body: order } = await ours.buyer.get(`/api/v1/orders/${(await anOrder(0)).id}`)
    const { paymentId } = order.data
    await sql`
      insert into checkout.unordered_payments (company_id, payment_id, state, amount_minor, currency, refusals,
        created_at, available_at, last_error)
      values (${ours.companyId}, ${paymentId}, 'REFUSED', 4000, 'EUR', 8, now(), now(), 'The account is closed.')
    `.execute(world.parts.platform.database.pool)

    await open('/admin/operations')
    const number = page.getByRole('link', { name: 'Refunds refused: 1, open the list' })
    await number.focus()
    await page.keyboard.press('Enter')
    const row = rowOf('Payments without an order', paymentId)
    await row.filter({ hasText: 'The account is closed.' }).waitFor()
    expect(await filterOf('Payments without an order', 'State').inputValue()).toBe('REFUSED')
    await page.getByRole('button', { name: `Decide on ${paymentId}` }).click()
    await row.getByLabel('It was refunded outside Purveyor').check()
    await row.getByRole('button', { name: 'Record the refund' }).click()
    await page.getByText('Say how: whoever paid reads it.').waitFor()
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'refunds.png')
    await row.getByLabel('Retry the refund').check()
    await row.getByRole('button', { name: 'Retry' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('The refund is retried.').waitFor()
    await region('Payments without an order').getByText('No row matches the filters.').waitFor()
    await filterOf('Payments without an order', 'State').selectOption('State: any')
    expect(page.url()).toContain('refunds=all')
    const refused = await operator.get('/admin/orders/checkout/refunds?state=REFUSED')
    expect(refused.body.data).toEqual([])
  })

  it('show automations, stop and release them, and review dead letters', async () => {
    const automationId = await stuck.anAutomationOf(ours.admin)
    const dead = await aRun(automationId, 'DEAD_LETTERED')
    const held = await aRun(automationId, 'HELD')

    await open('/admin/automations')
    const rule = rowOf('Automations of all companies', automationId)
    await rule.waitFor()
    expect(await rule.textContent()).toMatch(
      /Tell the warehouse.*Active.*order\.created.*1Release1/,
    )
    await rowOf('Last runs', held).filter({ hasText: 'Held' }).waitFor()
    await page.getByRole('heading', { name: '3. Stream backlog' }).waitFor()

    await page.getByRole('button', { name: 'Stop all automations' }).click()
    await page.getByText('Say why: it is shown to every operator.').waitFor()
    const stop = region('Kill switch').getByLabel('Company')
    await stop.fill('co_01m7zqw2yjrckh4he2ect3zzzz')
    await page.getByLabel('Reason').fill('A receiver is flooded.')
    await page.keyboard.press('Enter')
    await page.getByText('There is no such company, so nothing was stopped.').waitFor()
    await stop.fill(`Example GmbH (${ours.companyId})`)
    await page.keyboard.press('Enter')
    const off = page.getByText('Automations of Example GmbH are stopped')
    await off.filter({ hasText: 'A receiver is flooded.' }).waitFor()

    const letter = rowOf('Dead letters', dead)
    await page.getByRole('button', { name: `Decide on ${dead}` }).click()
    await letter.getByLabel('Deferred on purpose').check()
    await letter.getByLabel('Note').fill('Until they are back.')
    await page.keyboard.press('Enter')
    await page.getByText('No dead letter waits for a decision.').waitFor()
    await filterOf('Dead letters', 'Decision').selectOption('Deferred on purpose')
    await letter.filter({ hasText: 'intentionally deferred by' }).waitFor()
    await letter.filter({ hasText: 'Until they are back.' }).waitFor()
    await page.getByRole('button', { name: `Decide on ${dead}` }).click()
    await letter.getByLabel('Handled by hand').check()
    await letter.getByLabel('Note').fill('Called them.')
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'automations.png')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Recorded: handled manually.' }).waitFor()
    await region('Dead letters').getByText('No row matches the filters.').waitFor()
    await filterOf('Dead letters', 'Decision').selectOption('Handled by hand')
    await letter.filter({ hasText: 'handled manually by' }).waitFor()
    await filterOf('Dead letters', 'Decision').selectOption('Waiting for a decision')
    await page.getByText('No dead letter waits for a decision.').waitFor()

    await page.getByRole('button', { name: 'Resume the automations of Example GmbH' }).click()
    await page.getByText('Automations run.').waitFor()
    await page.getByRole('button', { name: `Release the held runs of ${automationId}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Release', exact: true }).click()
    await rule.getByText('Leave it').waitFor({ state: 'detached' })
    expect((await operator.get('/admin/automations/switches')).body.data).toEqual([])
    const { rows } = await sql<{ outcome: string; outcome_note: string }>`
      select outcome, outcome_note from automations.runs
      where company_id = ${ours.companyId} and id = ${dead}
    `.execute(world.parts.platform.database.pool)
    expect(rows).toEqual([{ outcome: 'handled_manually', outcome_note: 'Called them.' }])
    const run = await ours.admin.get(`/api/v1/automations/runs/${held}`)
    expect(run.body.data.state).not.toBe('HELD')
  })

  it('resolve incidents, replay alerts, and decide on stuck jobs and events', async () => {
    const { database } = world.parts.platform
    const now = new Date()
    const { jobId, paymentId } = await stuck.aGivenUpJob(database, now)
    const { id, key } = await stuck.anAlertGivenUp(database, world.parts.modules.incidents, now)
    const eventId = await stuck.aSetAsideEvent(database, ours.companyId, now)

    await open('/admin/operations')
    await rowOf('Incident alerts', key).filter({ hasText: 'status 401' }).waitFor()
    const job = rowOf('Given-up background jobs', jobId)
    await job.filter({ hasText: 'The provider did not answer.' }).waitFor()
    expect(await job.textContent()).toContain(paymentId)
    await page.getByRole('button', { name: `Decide on ${jobId}` }).click()
    await job.getByLabel('Discard it').check()
    await job.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Say why: the audit log keeps it.').waitFor()
    await page.getByRole('button', { name: `Resolve ${id}` }).click()
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'operations-work.png')
    await job.getByLabel('Why it need not be done').fill('Paid back by hand.')
    await page.keyboard.press('Enter')
    await page.getByText('No job was given up.').waitFor()

    const event = rowOf('Events set aside', eventId)
    await event
      .filter({ hasText: 'It cannot be composed.' })
      .filter({ hasText: 'Example GmbH' })
      .waitFor()
    await page.getByRole('button', { name: `Decide on ${eventId}` }).click()
    await event.getByRole('button', { name: 'Try now' }).click()
    await page.getByText('It is tried now.').waitFor()
    await page.getByRole('button', { name: `Decide on ${eventId}` }).click()
    await event.getByLabel('Discard it').check()
    await event.getByLabel('Why it need not be recorded').fill('Written by hand.')
    await page.keyboard.press('Enter')
    await page.getByText('No event is set aside.').waitFor()

    // This service has no transport: what waits for one stays.
    await page.getByRole('button', { name: 'Replay the dead letters' }).click()
    await page.getByRole('status').filter({ hasText: '0 alerts on the way, 1 left.' }).waitFor()
    await page.getByLabel('How it was resolved').fill('It was a payment of another shop.')
    await page.keyboard.press('Enter')
    await rowOf('Firing incidents', id).waitFor({ state: 'detached' })
    const { body } = await operator.get('/notifications/incidents?status=resolved')
    const ended = body.data.filter((incident: { id: string }) => incident.id === id)
    expect(ended).toMatchObject([{ id, ended: { note: 'It was a payment of another shop.' } }])
  })

  it('find a company by name with its orders, and a person, with the keyboard alone', async () => {
    const { id: orderId, number } = await anOrder(1)
    const name = `Kabelwerk <Nord> ${'Verbund'.repeat(20)}`
    await operator.patch(`/admin/companies/${ours.companyId}`, { name })
    const { database } = world.parts.platform
    const bea = await aPerson(database, { companyId: ours.companyId })
    await signInAt('/admin/find')

    const field = page.getByLabel('Search term')
    await field.waitFor()
    await page.waitForFunction('document.activeElement?.name === "q"')
    await page.keyboard.type('kabelwerk')
    await page.keyboard.press('Enter')
    const company = rowOf('Companies', ours.companyId)
    const onwards = company.getByRole('link', {
      name: `Orders, payments, webhooks and invoice details of ${name}`,
    })
    const { x = 0, width = 0 } = (await onwards.boundingBox()) ?? {}
    expect(x + width, 'the last column').toBeLessThan(page.viewportSize()?.width ?? 0)
    await onwards.focus()
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'find.png')
    await page.keyboard.press('Enter')
    const tabs = page.getByRole('navigation', { name: 'Parts of the page' })
    await tabs.getByText('Orders').press('Enter')
    await rowOf('Orders of the company', number).filter({ hasText: 'Placed' }).waitFor()
    await tabs.getByText('Webhooks').press('Enter')
    await page.getByText('The company has no webhook.').waitFor()
    await shoot(page, 'find-company.png')
    for (let backs = 0; backs < 3; backs += 1) await page.goBack()
    await company.waitFor()

    await field.fill(bea.email.slice(0, -3))
    await page.keyboard.press('Enter')
    const person = rowOf('People', bea.actor.id)
    await person.getByRole('link', { name }).waitFor()
    await field.fill(orderId)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Order ${number}` }).waitFor()
  })

  it('find a delivery by its event id, say why it is held, and replay it', async () => {
    const company = await world.company()
    const { database } = world.parts.platform
    const { eventId, path, giveUp } = await stuck.aHeldDelivery(database, company)
    await signInAt(`/admin/find?company=${company.companyId}`)
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('link', { name: 'Deliveries to ERP' }).click()
    await page.getByText('More filters', { exact: true }).click()
    await page.getByLabel('Id of an event').fill(eventId)
    await page.keyboard.press('Enter')
    const row = rowOf('Deliveries', eventId)
    await row.getByText('The company paused the subscription.').waitFor()
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'find-deliveries.png')
    await giveUp()
    await page.reload()
    await row.getByRole('button', { name: 'Replay' }).click()
    await vi.waitFor(async () => expect(await row.count()).toBe(2), 20_000)
    expect((await company.admin.get(path)).body.data).toMatchObject({
      replayOf: expect.any(String),
    })
  })

  it('fit on a phone, and have one first heading', async () => {
    await anOrder(3)
    await page.setViewportSize({ width: 360, height: 740 })
    await open('/admin/orders')
    const find = `/admin/find?company=${ours.companyId}`
    for (const path of ['/admin/orders', '/admin/automations', '/admin/operations', find]) {
      await page.goto(`${runtime.url}${path}`)
      await page.getByRole('table').first().waitFor()
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    }
  })

  const aRun = (automationId: string, state: string) =>
    stuck.anAutomationRun(world.parts.platform.database, ours.companyId, automationId, state)
})
