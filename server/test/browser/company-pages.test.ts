import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { aReceiver } from '#testing/webhooks'
import { createClient } from '../journeys/client.ts'
import { checkOut, fillCart, handOver } from '../journeys/purchase.ts'
import { findChromium } from './chromium.ts'
import { attack, usePages } from './use-pages.ts'

const chromium = findChromium()

const partnerApp = {
  name: attack,
  type: 'confidential',
  redirectUris: ['https://reports.example.com/callback'],
  scopes: ['orders:read'],
}

describe.skipIf(!chromium)('the pages of companies and what belongs to them', () => {
  const pages = usePages(chromium as string)

  /** A webhook with one delivery that the receiver refused. */
  const aRefusedDelivery = async () => {
    const { ours } = pages.service
    const receiver = await aReceiver()
    receiver.answers({ status: 410, body: attack })
    const hook = { name: attack, url: receiver.url, events: ['*'] }
    const { id } = (await ours.admin.post('/api/v1/webhooks', hook)).body.data
    await ours.admin.post(`/api/v1/webhooks/${id}/test`)
    const read = async () => (await ours.admin.get(`/api/v1/webhooks/${id}/deliveries`)).body.data
    await expect.poll(async () => (await read())[0]?.lastStatus, { timeout: 20_000 }).toBe(410)
    return { webhookId: id as string, deliveryId: (await read())[0].id as string, receiver }
  }

  it('a held webhook is found by its delivery, enabled, and a period is replayed', async () => {
    const { webhookId, deliveryId, receiver } = await aRefusedDelivery()
    const { page } = pages
    await pages.signInAt(`/admin/records/${deliveryId}`)
    await page.getByRole('heading', { name: `Delivery ${deliveryId}` }).waitFor()
    await page.getByText('Show them').click()
    await page.locator('pre').getByText(attack).waitFor()
    await pages.inspect('delivery')

    await page.getByRole('link', { name: attack }).click()
    await page.getByRole('heading', { name: `Webhook ${webhookId}` }).waitFor()
    await page.getByText('Its receiver answered 410.').waitFor()
    await pages.inspect('webhook')
    receiver.answers({ status: 503, body: 'closed for repair' })
    await page.getByRole('button', { name: `Enable webhook ${webhookId}` }).click()
    await page.getByText('The receiver gets one test first.').waitFor()
    await page.getByRole('button', { name: /Enable it and send \d+ held/ }).click()
    await page.getByText(/^The receiver answered 503 .* It wrote: closed for repair$/).waitFor()
    await page.getByRole('button', { name: 'Enable it although the test failed' }).waitFor()
    await pages.inspect('webhook-failed-test')
    await page.getByText('Disabled', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Leave it' }).click()
    receiver.answers({ status: 200 })
    await page.getByRole('button', { name: `Enable webhook ${webhookId}` }).click()
    await page.getByRole('button', { name: /Enable it/ }).click()
    await page.getByText('The webhook is active.').waitFor()
    await page.getByText('Active', { exact: true }).waitFor()

    await page.getByRole('button', { name: `Replay a period of webhook ${webhookId}` }).click()
    await page.getByRole('button', { name: 'Count them' }).click()
    await page.getByText('Enter when the period begins.').waitFor()
    await page.getByLabel('From').fill('2026-01-01T00:00')
    await page.getByLabel('Events', { exact: true }).selectOption('that arrived')
    await page.getByRole('button', { name: 'Count them' }).click()
    await page.getByText('Nothing is sent yet.').waitFor()
    await page.getByRole('button', { name: /^Send \d+ again$/ }).click()
    const replays = page.getByRole('table', { name: 'Replays' })
    await replays.getByText(/Finished|Running/).waitFor()
    await replays.getByRole('link').click()
    await page.getByRole('heading', { name: /^Replay rpl_/ }).waitFor()
    await page.getByText('Events that matched').waitFor()
    await pages.inspect('replay')
    await page.goBack()
    await page
      .getByRole('table', { name: 'Deliveries' })
      .getByRole('link', { name: /^evt_/ })
      .first()
      .click()
    await page.getByRole('heading', { name: /^Event evt_/ }).waitFor()
    await page.getByText('webhook.test').waitFor()
    await pages.inspect('event')
    await receiver.close()
  })

  it('a requisition shows its lines, what buyers found, and its history', async () => {
    const { ours, world } = pages.service
    const { page } = pages
    const requisitions = '/api/v1/requisitions'
    const path = `${requisitions}/attachments?name=plan.txt`
    const file = (
      await ours.buyer.post(path, new Blob(['A plan of the room.'], { type: 'text/plain' }))
    ).body.data
    const lines = [{ what: attack, quantity: 2, note: attack, attachmentIds: [file.id] }]
    const made = (await ours.buyer.post(requisitions, { title: attack, lines })).body.data
    await ours.buyer.post(`${requisitions}/${made.id}/submit`, { comment: attack })
    const { id: productId } = await aProduct(world.parts.platform.database)
    const sourcing = `${requisitions}/${made.id}/lines/${made.lines[0].id}/sourcing`
    const sourced = await ours.buyer.put(sourcing, { productId, note: attack })
    expect(sourced.status, JSON.stringify(sourced.body)).toBe(200)
    await pages.signInAt(`/admin/records/${made.id}`)
    await page.getByRole('heading', { name: `Requisition ${made.id}` }).waitFor()
    await page.getByText('In sourcing').first().waitFor()
    await page.getByRole('link', { name: productId }).waitFor()
    await page.getByText('plan.txt (text/plain, 1 kB)').waitFor()
    await pages.inspect('requisition')
  })

  it('a checkout that waits for its payment is retried, and then cancelled with a reason', async () => {
    const { ours, world } = pages.service
    const { page } = pages
    const { id: productId } = await aProduct(world.parts.platform.database, { onHand: 50 })
    const version = await fillCart(ours.buyer, [{ productId, quantity: 2 }])
    const started = await checkOut(ours.buyer, version)
    const checkoutId: string = started.body.data.id
    await handOver(ours.buyer, checkoutId)
    await pages.signInAt(`/admin/records/${checkoutId}`)
    await page.getByText('Waits for its payment').waitFor()
    await page.getByRole('button', { name: `Retry checkout ${checkoutId}` }).click()
    await page.getByRole('button', { name: 'Ask the payment provider' }).click()
    await page.getByRole('button', { name: `Retry checkout ${checkoutId}` }).waitFor()

    await page.getByRole('button', { name: `Cancel checkout ${checkoutId}` }).click()
    await page.getByRole('button', { name: 'Cancel it' }).click()
    await page.getByText('Say why: the audit log keeps it.').waitFor()
    await page.getByLabel('Reason').fill(attack)
    await pages.inspect('checkout')
    await page.getByRole('button', { name: 'Cancel it' }).click()
    await page.getByRole('list').getByText('Failed').waitFor()
    const { body } = await ours.admin.get('/api/v1/audit?limit=5')
    expect(body.data).toContainEqual(
      expect.objectContaining({
        action: 'checkout.cancelled_by_operator',
        details: expect.objectContaining({ note: attack }),
      }),
    )
    expect((await ours.buyer.get('/api/v1/cart')).body.data.lock ?? null).toBeNull()
  })

  it('the structure of a company is read and changed, and so is its calendar', async () => {
    const { ours } = pages.service
    const { page } = pages
    const enter = (name: string) => page.getByRole('textbox', { name, exact: true })
    await pages.signInAt(`/admin/records/${ours.companyId}?tab=structure`)
    await page.getByText('The company has no units.').waitFor()
    await page.getByRole('button', { name: 'Add a unit to the company' }).click()
    await enter('Name').fill(attack)
    await page.getByRole('button', { name: 'Add it', exact: true }).click()
    await page.getByRole('table', { name: 'Units' }).getByText(attack).waitFor()

    const codes = page.getByRole('region', { name: 'Cost centres', exact: true })
    await page.getByRole('button', { name: 'Add a cost centre' }).click()
    await enter('Code').fill('KST-4711')
    await enter('Name').fill('Workshop')
    await page.getByRole('button', { name: 'Add it', exact: true }).click()
    await codes.getByRole('button', { name: 'End KST-4711' }).click()
    await codes.getByRole('button', { name: 'End it' }).click()
    await codes.getByRole('button', { name: 'Reopen KST-4711' }).click()
    await codes.getByRole('button', { name: 'End KST-4711' }).waitFor()

    await page.getByRole('button', { name: 'Add a special day to the calendar' }).click()
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    await page.locator('input[name="day"]').fill(day)
    await enter('Name').fill('Stocktaking')
    await page.getByRole('button', { name: 'Add it', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'Stocktaking' }).getByText('closed').waitFor()
    await pages.inspect('company-structure')
    const { body } = await ours.admin.get('/api/v1/company/calendar')
    expect(body.data.exceptions).toMatchObject([{ day, name: 'Stocktaking', working: false }])
    await page.getByRole('button', { name: 'Remove Stocktaking' }).click()
    await page.getByRole('button', { name: 'Remove the day' }).click()
    await expect.poll(() => page.getByText('Stocktaking').count()).toBe(0)
  })

  it('the rules of a company say why an order waits, and its carts and lists who collects what', async () => {
    const { ours } = pages.service
    const { page } = pages
    const { id: adminId } = (await ours.admin.get('/auth/me')).body.data
    const rule = {
      name: attack,
      conditions: { amountFrom: { amount: '500.00', currency: 'EUR' }, costCenters: ['KST-1'] },
      steps: [{ mode: 'ALL', role: 'approver', people: [adminId] }],
    }
    const limit = { amount: '900.00', currency: 'EUR' }
    const shared = { name: 'Workshop, every month', visibility: 'COMPANY' }
    const own = { name: 'Only mine', visibility: 'PRIVATE' }
    const works = { name: 'Works', kind: 'SITE' }
    const unitId = (await ours.admin.post('/api/v1/company/units', works)).body.data.id
    const ofWorks = { name: 'Bolts of the works', visibility: 'UNIT', unitId }
    for (const [path, body] of [
      ['/api/v1/approval-rules', rule],
      ['/api/v1/budgets', { name: attack, costCenter: 'KST-1', period: 'QUARTER', limit }],
      ['/api/v1/spending-limits', { name: 'All', period: 'WEEK', limit }],
      ['/api/v1/carts', { name: 'Lyon' }],
      ['/api/v1/lists', shared],
      ['/api/v1/lists', own],
      ['/api/v1/lists', ofWorks],
    ] as const) {
      const made = await ours.admin.post(path, body)
      expect(made.status, JSON.stringify(made.body)).toBe(201)
    }
    await ours.admin.patch('/api/v1/company/order-tolerances', { daysLater: 17 })

    await pages.signInAt(`/admin/records/${ours.companyId}?tab=rules`)
    const rules = page.getByRole('table', { name: 'Approval rules' })
    await rules.getByText('Total from EUR 500.00').waitFor()
    await rules.getByText('For one of the cost centres: KST-1').waitFor()
    await page.getByRole('table', { name: 'Budgets' }).getByText('Quarter').waitFor()
    await page.getByRole('table', { name: 'Spending limits' }).getByText('Week').waitFor()
    await page.getByText('17', { exact: true }).waitFor()
    await page.getByText(/^PO-\d{4}-\d{6}$/).waitFor()
    await pages.inspect('company-rules')
    await page.getByRole('link', { name: 'Orders', exact: true }).last().click()
    await page.getByRole('table', { name: 'Carts' }).getByText('Lyon').waitFor()
    await page
      .getByRole('table', { name: 'Shared shopping lists' })
      .getByText(shared.name)
      .waitFor()
    await page.getByText(ofWorks.name).waitFor()
    expect(await page.getByText(own.name).count()).toBe(0)
    await pages.inspect('company-carts')
  })

  it('a person is locked with a reason after a step-up, and unlocked', async () => {
    const { ours, world, endStepUp } = pages.service
    const { page } = pages
    const { database } = world.parts.platform
    const { companyId } = ours
    const { actor, email, password } = await aPerson(database, { companyId })
    await sql`update identity.users set name = ${attack} where id = ${actor.id}`.execute(
      database.pool,
    )
    await pages.signInAt(`/admin/records/${actor.id}`)
    await page.getByRole('button', { name: `Lock the account of ${email}` }).click()
    await page.getByLabel('Reason').fill(attack)
    await endStepUp()
    await page.getByRole('button', { name: 'Lock it' }).click()
    await pages.stepUp()
    await page.getByText('Locked by an operator').waitFor()
    await pages.inspect('person')
    const signIn = () => world.anybody.post('/auth/login', { email, password })
    expect((await signIn()).status).toBe(401)
    await page.getByRole('button', { name: `Unlock the account of ${email}` }).click()
    await page.getByRole('button', { name: 'Unlock it' }).click()
    await page.getByText('Active', { exact: true }).waitFor()
    expect((await signIn()).status).toBe(200)
  })

  it('a company gets a key, an invitation and credit; its app, invitation and key are revoked', async () => {
    const { ours, world, operator } = pages.service
    const { page } = pages
    const { companyId } = ours
    await operator.patch(`/admin/companies/${companyId}`, { name: attack })
    await pages.signInAt(`/admin/records/${companyId}`)
    await page.getByText(attack).first().waitFor()

    await page.getByRole('button', { name: 'Create an API key of the company' }).click()
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByText('Enter a name.').waitFor()
    await page.getByLabel('Name of the key').fill(attack)
    const admin = (await ours.admin.get('/auth/me')).body.data
    await page.getByLabel('Owner').selectOption(admin.id)
    await page.getByLabel('orders:write').check()
    await page.getByRole('button', { name: 'Create the key' }).click()
    const apiKey = await page.locator('code').textContent()
    const client = createClient(world.baseUrl, { apiKey: apiKey ?? '' })
    expect((await client.get('/api/v1/orders')).status).toBe(200)

    await page.getByRole('button', { name: 'Invite a person to the company' }).click()
    await page.getByLabel(/^E-mail address( \*)?$/).fill('new.buyer@example.com')
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('Choose a role.').waitFor()
    expect((await ours.admin.get('/api/v1/invitations')).body.data).toEqual([])
    const invite = page.locator('form').filter({ hasText: 'Send the invitation' })
    await invite.getByLabel('Role').selectOption('Buyer')
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    const invitations = page.getByRole('table', { name: 'Invitations' })
    await invitations.getByText('new.buyer@example.com').waitFor()

    const tabs = page.getByRole('navigation', { name: 'Parts of the page' })
    await tabs.getByRole('link', { name: 'Payments and invoices' }).click()
    await page.getByRole('button', { name: 'Set the credit of the company' }).click()
    await page.getByLabel('Credit limit').fill('2500,00')
    await page.getByRole('button', { name: 'Save the credit' }).click()
    await page
      .getByRole('table', { name: 'Credit on net terms' })
      .getByText('2,500')
      .first()
      .waitFor()
    await pages.inspect('company')
    // The address names the tab: it can be sent, and the way back leads to the tab before.
    expect(page.url()).toContain('tab=money')
    await page.reload()
    await page.getByRole('table', { name: 'Credit on net terms' }).waitFor()
    expect(await page.getByRole('table', { name: 'Invitations' }).count()).toBe(0)
    await page.goBack()
    await invitations.getByText('new.buyer@example.com').waitFor()
    // What an operator can do stands beside the name of the company, above its facts.
    const head = await page.getByRole('heading', { level: 1 }).boundingBox()
    const act = await page.getByRole('button', { name: /^Rename/ }).boundingBox()
    expect(Math.abs((act?.y ?? 0) - (head?.y ?? 0))).toBeLessThan(64)

    const { id: appId } = (await ours.admin.post('/api/v1/oauth-apps', partnerApp)).body.data
    await pages.goTo(`/admin/find?q=${appId}`)
    await page.getByRole('button', { name: `Revoke the app ${attack}` }).click()
    await page.getByRole('button', { name: 'Revoke it: its tokens stop working at once' }).click()
    await page
      .getByRole('table', { name: 'Partner apps' })
      .getByText(/^Revoked /)
      .waitFor()
    await page
      .getByRole('button', { name: 'Revoke the invitation of new.buyer@example.com' })
      .click()
    await page.getByRole('button', { name: 'Revoke the invitation', exact: true }).click()
    await invitations.getByText('Revoked').waitFor()

    const keys = page.getByRole('table', { name: 'API keys of the company' })
    await keys.getByRole('row').filter({ hasText: attack }).getByRole('link').click()
    await page.getByRole('button', { name: `Revoke the key ${attack}` }).click()
    await page.getByRole('button', { name: 'Revoke it' }).click()
    await page.getByText('Revoked', { exact: true }).first().waitFor()
    await pages.inspect('api-key')
    expect((await client.get('/api/v1/orders')).status).toBe(401)
  })

  it('an id that belongs to nothing is refused in a sentence', async () => {
    await pages.signInAt('/admin/records/whk_01m83mx9cpmedqpf62zywgasrc')
    await pages.page.getByText('There is no record with this id.').waitFor()
    await pages.goTo('/admin/records/nothing')
    await pages.page.getByRole('heading', { name: 'There is no page' }).waitFor()
  })
})
