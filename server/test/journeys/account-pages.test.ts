import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { type APerson, aPerson } from '#testing/identity'
import { anAccountBrowser, fieldOf } from './account-browser.ts'
import { aKey, createClient } from './client.ts'
import { checkOut, fillCart, giveCredit, handOver, shipTo, untilEnded } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const supplier = await world.company()
await giveCredit(world, ours.companyId, 1_000_000n)
const buyer = await aMember(ours, 'buyer')
const approver = await aMember(ours, 'approver')

const browser = () => anAccountBrowser(world.baseUrl)
async function signedIn(person: APerson) {
  const own = browser()
  expect((await own.signIn(person)).status).toBe(303)
  return own
}

describe('the bare address', () => {
  const links = (html: string) => [...html.matchAll(/<a href="([^"]+)"/g)].map(([, to]) => to)

  it('lets a browser sign in, and leads to the operators and the documents, in its language', async () => {
    const page = await browser().get('/', {
      accept: 'text/html,*/*;q=0.8',
      'accept-language': 'de',
    })
    expect(page.status).toBe(200)
    expect(page.html).toContain('<html lang="de">')
    const ways = ['/account/forgot-password', '/admin', '/docs/', '/docs/api']
    expect(links(page.html)).toEqual(ways)
    expect((await browser().get('/account')).location).toContain('/account/sign-in')
  })

  it('refuses a program as every address that is not a route does', async () => {
    const { status, html, headers } = await browser().get('/', { accept: 'application/json' })
    expect([status, JSON.parse(html).meta.code]).toEqual([404, 'platform.route_not_found'])
    expect(headers.get('vary')).toContain('accept')
  })
})

describe('signing in on a page', () => {
  it('leads back to the page that the person wanted, and to no other site', async () => {
    const own = browser()
    const wanted = await own.get('/account/orders/ord_1?locale=de')
    expect(wanted).toMatchObject({
      status: 303,
      location: '/account/sign-in?returnTo=%2Faccount%2Forders%2Ford_1',
    })
    const page = await own.get(wanted.location ?? '')
    expect(fieldOf(page, 'returnTo')).toBe('/account/orders/ord_1')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect((await own.signIn(buyer, '/account/orders/ord_1')).location).toBe(
      '/account/orders/ord_1',
    )
    for (const elsewhere of [
      'https://evil.example/',
      '//evil.example',
      '/account/../oauth',
      '/\\evil',
    ]) {
      expect((await own.signIn(buyer, elsewhere)).location).toBe('/account')
      const asked = await own.get(`/account/sign-in?returnTo=${encodeURIComponent(elsewhere)}`)
      expect(fieldOf(asked, 'returnTo')).toBe('/account')
    }
  })

  it('begins a new session, and ends the one that the browser had', async () => {
    const own = browser()
    own.setCookie('planted.by.somebody')
    expect((await own.get('/account')).status).toBe(303)
    await own.signIn(buyer)
    const first = own.cookie()
    await own.signIn(approver)
    expect(own.cookie()).not.toBe(first)
    const old = browser()
    old.setCookie(first)
    expect((await old.get('/account')).status).toBe(303)
    expect((await own.get('/account/invitation')).html).toContain(approver.email)
  })

  it('does not say whether an address has an account, here or where a new password is asked for', async () => {
    const own = browser()
    const wrong = await own.signIn({ email: buyer.email, password: 'not the right one' })
    const unknown = await own.signIn({ email: 'nobody@example.com', password: 'not the right one' })
    expect(wrong.status).toBe(401)
    const withoutAddress = (html: string) => html.replaceAll(/value="[^"]*@[^"]*"/g, '')
    expect(withoutAddress(unknown.html)).toBe(withoutAddress(wrong.html))
    const known = await own.submit('/account/forgot-password', { email: approver.email })
    const other = await own.submit('/account/forgot-password', { email: 'nobody@example.com' })
    expect([known.status, other.status]).toEqual([200, 200])
    expect(other.html).toBe(known.html)
  })

  it('refuses forms of other sites, and forms that were made for another session', async () => {
    const own = await signedIn(buyer)
    const foreign = await anAccountBrowser(world.baseUrl).submit(
      '/account/sign-in',
      { email: buyer.email, password: buyer.password },
      { 'sec-fetch-site': 'cross-site' },
    )
    expect(foreign.status).toBe(403)
    expect(foreign.headers.getSetCookie()).toEqual([])
    const other = await signedIn(approver)
    const formToken = fieldOf(await other.get('/account'), 'formToken')
    expect((await own.submit('/account/sign-out', { formToken })).status).toBe(403)
    expect((await own.get('/account')).status).toBe(200)
  })

  it('asks for a second factor, and takes a recovery code once', async () => {
    const person = await aMember(ours, 'buyer')
    const client = await clientOf(person)
    const { secret } = (await client.post('/auth/factors/totp', {})).body.data
    const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const confirmed = await client.post('/auth/factors/totp/confirm', { totp })
    const [recoveryCode = ''] = confirmed.body.data.recoveryCodes
    const own = browser()
    const asked = await own.signIn(person, '/account/orders/ord_1')
    expect(asked.status).toBe(200)
    expect(own.cookie()).toBe('')
    const form = {
      ticket: fieldOf(asked, 'ticket'),
      source: fieldOf(asked, 'source'),
      returnTo: fieldOf(asked, 'returnTo'),
    }
    expect(form.source).toBe('app')
    const wrong = await own.submit('/account/code', { ...form, code: '000000' })
    expect(wrong.status).toBe(401)
    expect(wrong.html).toContain('role="alert"')
    const right = { ...form, code: recoveryCode }
    expect((await own.submit('/account/code', right)).location).toBe('/account/orders/ord_1')
    expect((await own.get('/account')).status).toBe(200)
    expect((await browser().submit('/account/code', right)).status).toBe(401)
  })

  it('ends with the membership, in the middle of a session', async () => {
    const leaver = await aMember(ours, 'buyer')
    const own = await signedIn(leaver)
    expect((await own.get('/account')).status).toBe(200)
    expect((await ours.admin.delete(`/api/v1/members/${leaver.actor.id}`)).status).toBe(200)
    expect((await own.get('/account')).location).toContain('/account/sign-in')
    expect(own.cookie()).toBe('')
  })
})

describe('the page of an order', () => {
  it('shows what the company may read, and nothing to others', async () => {
    const { orderId } = await anOrder(4)
    const own = await signedIn(buyer)
    const page = await own.get(`/account/orders/${orderId}`)
    expect(page.status).toBe(200)
    expect(page.html).toContain('Hafenstr. 7')
    const [document = ''] = /\/account\/orders\/\w+\/documents\/\w+/.exec(page.html) ?? []
    const pdf = await own.get(document)
    expect([pdf.status, pdf.html.slice(0, 4)]).toEqual([200, '%PDF'])
    const german = await own.get(`/account/orders/${orderId}?locale=de`)
    expect(german.html).toContain('<html lang="de">')
    expect(german.html).toContain('Positionen')

    const stranger = await signedIn(await aMember(await world.company(), 'buyer'))
    for (const path of [
      `orders/${orderId}`,
      document.replace('/account/', ''),
      `supplied-orders/${orderId}`,
      'orders/ord_none',
      'invoices/inv_none',
    ]) {
      const refused = await stranger.get(`/account/${path}`)
      expect(refused.status).toBe(404)
      expect(refused.html).not.toContain('Hafenstr. 7')
    }
    const selling = await signedIn(await aMember(supplier, 'company_admin'))
    expect((await selling.get(`/account/orders/${orderId}`)).status).toBe(404)
    expect((await selling.get(`/account/supplied-orders/${orderId}`)).html).toContain('Hafenstr. 7')

    const operator = await world.operator()
    await operator.post(`/api/v1/orders/${orderId}/confirm`, {}, { key: aKey() })
    const pieces = {
      lines: [{ lineNumber: 1, quantity: 4 }],
      trackingUrl: 'https://track.example/1',
    }
    expect(
      (await operator.post(`/api/v1/orders/${orderId}/shipments`, pieces, { key: aKey() })).status,
    ).toBe(201)
    expect((await own.get(`/account/orders/${orderId}`)).html).toContain('4 shipped.')
  })

  it('lets the buyer decide on a change that a supplier proposes, once', async () => {
    const { orderId } = await anOrder(4)
    const note = 'One is <broken>.'
    const line = { lineNumber: 1, status: 'CHANGED', quantity: 3, promisedDate: '2999-01-31', note }
    const response = `/api/v1/supplier/orders/${orderId}/response`
    expect((await supplier.admin.post(response, { lines: [line] })).status).toBe(200)
    const own = await signedIn(buyer)
    const path = `/account/orders/${orderId}`
    const page = await own.get(path)
    expect(page.html).toContain('3 instead of 4 and it arrives on 31 Jan 2999')
    expect(page.html).toContain('One is &lt;broken&gt;.')
    const form = {
      formToken: fieldOf(page, 'formToken'),
      proposalId: fieldOf(page, 'proposalId'),
      lineNumbers: fieldOf(page, 'lineNumbers'),
      decision: 'accept',
    }
    expect((await own.submit(path, { ...form, formToken: 'of another page' })).status).toBe(403)
    const selling = await signedIn(await aMember(supplier, 'company_admin'))
    const supplied = await selling.get(`/account/supplied-orders/${orderId}`)
    expect(supplied.html).toContain('A change waits for the buyer')
    expect(await own.submit(path, form)).toMatchObject({ status: 303, location: path })
    const decided = await own.get(path)
    expect(decided.html).toContain('Promised for 31 Jan 2999')
    expect(decided.html).not.toContain('name="proposalId"')
    const again = await own.submit(path, { ...form, decision: 'refuse' })
    expect([again.status, again.html.includes('This proposal is decided')]).toEqual([409, true])
  })
})

describe('the page of an approval', () => {
  it('takes a decision once, on what the person has read', async () => {
    const rule = {
      name: 'From 1000',
      conditions: { amountFrom: { amount: '1000', currency: 'EUR' } },
      steps: [{ mode: 'ANY', role: 'approver' }],
    }
    expect((await ours.admin.post('/api/v1/approval-rules', rule)).status).toBe(201)
    const { orderId } = await anOrder(12)
    const { body } = await (await clientOf(approver)).get('/api/v1/approvals')
    const { id } = body.data.find((each: { orderId: string }) => each.orderId === orderId)
    const path = `/account/approvals/${id}`

    const asking = await signedIn(buyer)
    const own = await asking.get(path)
    expect(own.status).toBe(200)
    expect(own.html).not.toContain('value="approve"')

    const deciding = await signedIn(approver)
    const page = await deciding.get(path)
    expect(page.html).toContain('From 1000')
    expect(page.html).toContain('Ordered by')
    const form = {
      formToken: fieldOf(page, 'formToken'),
      contentHash: fieldOf(page, 'contentHash'),
      step: fieldOf(page, 'step'),
      decision: 'approve',
    }
    const forged = { ...form, contentHash: '0'.repeat(64) }
    expect((await deciding.submit(path, forged)).status).toBe(409)
    expect((await deciding.submit(path, { ...form, decision: 'reject', reason: ' ' })).status).toBe(
      422,
    )
    const withBuyersToken = { ...form, formToken: fieldOf(own, 'formToken') }
    expect((await deciding.submit(path, withBuyersToken)).status).toBe(403)

    const clicks = await Promise.all([deciding.submit(path, form), deciding.submit(path, form)])
    expect(clicks.map(({ status }) => status).sort()).toEqual([303, 409])
    const replayed = await deciding.submit(path, { ...form, decision: 'reject', reason: 'No.' })
    expect(replayed.status).toBe(409)
    const after = await deciding.get(path)
    expect(after.html).not.toContain('value="approve"')
    const order = await ours.buyer.get(`/api/v1/orders/${orderId}`)
    expect(order.body.data.state).toBe('PLACED')
  })

  it('takes a comment once, and another approver', async () => {
    const { orderId } = await anOrder(11)
    const { body } = await (await clientOf(approver)).get(`/api/v1/approvals?orderId=${orderId}`)
    const path = `/account/approvals/${body.data[0].id}`
    const asking = await signedIn(buyer)
    const own = await asking.get(path)
    const form = {
      formToken: fieldOf(own, 'formToken'),
      key: fieldOf(own, 'key'),
      decision: 'comments',
      text: 'For <b>Hamburg</b>.',
    }
    expect((await asking.submit(path, { ...form, text: ' ' })).status).toBe(422)
    for (let times = 0; times < 2; times += 1) {
      expect((await asking.submit(path, form)).status).toBe(303)
    }
    const deciding = await signedIn(approver)
    const page = await deciding.get(path)
    expect(page.html.split('For &lt;b&gt;Hamburg&lt;/b&gt;.')).toHaveLength(2)

    const formToken = fieldOf(page, 'formToken')
    const personId = (await ours.admin.get('/auth/me')).body.data.id
    const adding = { formToken, decision: 'approvers', personId }
    const asBuyer = { ...adding, formToken: fieldOf(own, 'formToken') }
    expect((await asking.submit(path, asBuyer)).status).toBe(403)
    const clicks = await Promise.all([deciding.submit(path, adding), deciding.submit(path, adding)])
    expect(clicks.map(({ status }) => status).sort()).toEqual([303, 409])
    expect((await deciding.get(path)).html).toContain('Added by')
  })
})

describe('the page of a returned request', () => {
  it('changes the order and submits it again, once', async () => {
    const own = { allocations: [{ costCenter: 'KST-1', percent: '100' }] }
    const { orderId } = await anOrder(12, own)
    const found = await (await clientOf(approver)).get(`/api/v1/approvals?orderId=${orderId}`)
    const { id, contentHash } = found.body.data[0]
    const path = `/account/approvals/${id}`
    const asking = await signedIn(buyer)
    const change = 'action="/account/approvals/'
    expect((await asking.get(path)).html).not.toContain(`${change}${id}/change"`)
    const back = await (await clientOf(approver)).post(`/api/v1/approvals/${id}/return`, {
      contentHash,
      comment: 'Order ten.',
    })
    expect(back.status).toBe(200)

    const page = await asking.get(path)
    expect(page.html).toContain(`${change}${id}/change"`)
    expect(page.html).toContain('KST-1 · EUR')
    const { html } = await (await signedIn(approver)).get(path)
    expect(html).not.toContain(`${change}${id}/change"`)
    const form = {
      formToken: fieldOf(page, 'formToken'),
      key: fieldOf(page, 'key'),
      'quantity-1': '10',
      poNumber: 'PO-77',
      costCenter: '',
      orderNote: '',
    }
    const submit = (fields: object) => asking.submit(`${path}/change`, { ...form, ...fields })
    expect((await submit({ formToken: 'none' })).status).toBe(403)
    for (const wrong of ['-1', '1.2345', '', 'ten']) {
      const refused = await submit({ 'quantity-1': wrong })
      const isExplained = refused.html.includes('at most three decimals')
      expect([refused.status, isExplained]).toEqual([422, true])
    }
    expect((await submit({ 'quantity-1': '0' })).html).toContain('Keep at least one line.')
    const tooMany = await submit({ 'quantity-1': '999', key: crypto.randomUUID() })
    expect(tooMany.status).toBe(409)
    expect(tooMany.html).toContain('value="999"')

    const clicks = await Promise.all([submit({}), submit({})])
    const placed = clicks.find(({ status }) => status === 303)
    const repeated = await submit({})
    expect([placed?.location, repeated.status]).toEqual([repeated.location, 303])
    const client = await clientOf(buyer)
    const again = await client.get(`/api/v1/orders/${placed?.location?.split('/').at(-1)}`)
    expect(again.body.data).toMatchObject({ poNumber: 'PO-77', lines: [{ quantity: 10, ...own }] })
    const late = await submit({ key: crypto.randomUUID() })
    expect(late.status).toBe(409)
    expect((await asking.get(path)).html).not.toContain(`${change}${id}/change"`)
  })
})

describe('the page of a ticket', () => {
  it('shows the conversation and takes a reply once', async () => {
    const question = { subject: 'Broken <b>boxes</b>', message: 'Two of them.' }
    const opened = await (await clientOf(buyer)).post('/api/v1/support/tickets', question)
    const { id } = opened.body.data
    const own = await signedIn(buyer)
    const page = await own.get(`/account/tickets/${id}`)
    expect(page.html).toContain('Broken &lt;b&gt;boxes&lt;/b&gt;')
    const form = {
      formToken: fieldOf(page, 'formToken'),
      key: fieldOf(page, 'key'),
      text: 'And a third one.',
    }
    for (let times = 0; times < 2; times += 1) {
      expect((await own.submit(`/account/tickets/${id}`, form)).status).toBe(303)
    }
    const { html } = await own.get(`/account/tickets/${id}?done=yes`)
    expect(html.split('And a third one.').length).toBe(2)
  })
})

async function aMember(
  { companyId }: CompanyOfWorld,
  role: 'buyer' | 'approver' | 'company_admin',
) {
  return aPerson(database, { companyId, role })
}

async function clientOf(person: APerson) {
  const { accessToken } = await world.parts.modules.identity.signIn(person)
  return createClient(world.baseUrl, { bearer: accessToken })
}

/** An order of the buyer on account, at 100 euros each. */
async function anOrder(quantity: number, more: object = {}): Promise<{ orderId: string }> {
  const supplierCompanyId = supplier.companyId
  const product = { supplierCompanyId, unitPrice: '100.00', onHand: 50 }
  const { id: productId } = await aProduct(database, product)
  const client = await clientOf(buyer)
  const version = await fillCart(client, [{ productId, quantity, ...more }])
  const { body } = await checkOut(client, version, { shipTo })
  await handOver(client, body.data.id, { method: 'invoice' })
  return untilEnded(client, body.data.id)
}
