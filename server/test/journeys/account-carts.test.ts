import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { anAccountBrowser, fieldOf } from './account-browser.ts'
import { type Client, createClient } from './client.ts'
import { fillCart, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const { id: bolt } = await aProduct(database, {
  name: 'Bolt <M8>',
  unitPrice: '5.00',
  onHand: 500,
})

const booked = {
  requestedDate: '2099-02-06',
  allocations: [
    { costCenter: 'KST-1', percent: '60' },
    { glAccount: '6815', project: 'P-17', percent: '40' },
  ],
}

describe('the pages of carts', () => {
  it('list the carts, and activate, share and hand over one', async () => {
    const [owner, colleague] = [await aMember(), await aMember()]
    await fillCart(owner.client, [{ productId: bolt, quantity: 2 }])
    const made = await owner.client.post('/api/v1/carts', { name: 'Lyon & more' })
    const { id } = made.body.data
    await owner.client.post(`/api/v1/carts/${id}/items`, {
      productId: bolt,
      quantity: 3,
      ...booked,
    })
    const list = await owner.browser.get('/account/carts')
    expect(list.html).toContain('Lyon &amp; more')
    expect(list.html).toContain('one line')
    expect((await owner.browser.get('/account')).html).toContain('href="/account/carts"')

    const path = `/account/carts/${id}`
    const page = await owner.browser.get(path)
    expect(page.html).toContain('Bolt &lt;M8&gt;')
    expect(page.html).toContain('EUR')
    for (const text of ['Wanted by 6 Feb 2099', 'KST-1 · 60 %', '6815 · P-17 · 40 %']) {
      expect(page.html).toContain(text)
    }
    const form = { formToken: fieldOf(page, 'formToken') }
    const share = { ...form, step: 'share', memberId: colleague.id, right: 'EDIT' }
    const foreign = { ...share, formToken: 'of another page' }
    expect((await owner.browser.submit(path, foreign)).status).toBe(403)
    expect(await owner.browser.submit(path, share)).toMatchObject({ status: 303, location: path })
    const shared = await owner.browser.get(path)
    expect(shared.html).toContain('changes its lines')
    const seen = await colleague.browser.get(path)
    expect(seen.html).toContain('shared by')
    expect(seen.html).not.toContain('name="step"')
    const refused = await colleague.browser.submit(path, {
      formToken: fieldOf(seen, 'formToken'),
      step: 'activate',
    })
    expect([refused.status, refused.html.includes('A colleague shares this cart')]).toEqual([
      403,
      true,
    ])

    await owner.browser.submit(path, { ...form, step: 'endShare', memberId: colleague.id })
    expect((await colleague.browser.get(path)).status).toBe(404)
    const version = fieldOf(await owner.browser.get(path), 'version')
    const stale = { ...form, step: 'handOver', memberId: colleague.id, version: '1' }
    expect((await owner.browser.submit(path, stale)).status).toBe(409)
    const handOver = { ...form, step: 'handOver', memberId: colleague.id, version }
    expect(await owner.browser.submit(path, handOver)).toMatchObject({
      status: 303,
      location: '/account/carts',
    })
    const received = await colleague.browser.get(path)
    await colleague.browser.submit(path, {
      formToken: fieldOf(received, 'formToken'),
      step: 'activate',
    })
    expect((await colleague.client.get('/api/v1/cart')).body.data.id).toBe(id)
  })
})

describe('the pages of requisitions', () => {
  it('list them, show one with its lines, and submit and withdraw it', async () => {
    const requester = await aMember()
    const input = {
      title: 'Bolts & a desk',
      neededBy: '2999-01-31',
      shipTo,
      lines: [
        { productId: bolt, quantity: 4, ...booked },
        { what: 'A <desk>', quantity: 1, estimate: { amount: '900.00', currency: 'EUR' } },
      ],
    }
    const { data } = (await requester.client.post('/api/v1/requisitions', input)).body
    const list = await requester.browser.get('/account/requisitions')
    expect(list.html).toContain(`${data.number} Bolts &amp; a desk`)
    const path = `/account/requisitions/${data.id}`
    const page = await requester.browser.get(path)
    for (const text of [
      'Bolt &lt;M8&gt;',
      'A &lt;desk&gt;',
      '31 Jan 2999',
      'Draft',
      'Open',
      'KST-1 · 60 %',
    ]) {
      expect(page.html).toContain(text)
    }
    const form = { formToken: fieldOf(page, 'formToken') }
    const submit = { ...form, step: 'submit', comment: ' Soon, please. ' }
    expect(await requester.browser.submit(path, submit)).toMatchObject({
      status: 303,
      location: path,
    })
    const submitted = await requester.browser.get(path)
    expect(submitted.html).toContain('Soon, please.')
    expect(submitted.html).not.toContain('value="submit"')
    const again = await requester.browser.submit(path, submit)
    expect(again.status).toBe(409)

    const buyer = await aMember()
    const seen = await buyer.browser.get(path)
    expect(seen.html).toContain('A &lt;desk&gt;')
    expect(seen.html).not.toContain('name="step"')
    await requester.browser.submit(path, { ...form, step: 'withdraw' })
    const withdrawn = await requester.browser.get(`${path}?locale=de`)
    expect(withdrawn.html).toContain('Zurückgezogen')
    expect(withdrawn.html).toContain('Wird nicht bestellt')
  })

  it('stay within the company', async () => {
    const stranger = await aMember((await world.company()).companyId)
    const { data } = (await ours.buyer.post('/api/v1/requisitions', { title: 'Ours' })).body
    expect((await stranger.browser.get(`/account/requisitions/${data.id}`)).status).toBe(404)
  })
})

async function aMember(companyId = ours.companyId) {
  const person = await aPerson(database, { companyId, role: 'buyer' })
  const { email, password } = person
  const browser = anAccountBrowser(world.baseUrl)
  await browser.signIn({ email, password })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  const client: Client = createClient(world.baseUrl, { bearer: body.data.accessToken })
  return { id: person.actor.id, browser, client }
}
