import { describe, expect, it } from 'vitest'
import { fillCart, giveCredit, shipTo } from '../../journeys/purchase.ts'
import { findChromium } from '../chromium.ts'
import { hostile, useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the pages of carts and lists', () => {
  const pages = useCompanyPages(chromium as string)
  const { aMember, aBuyer, aPart, visit, check, checkLooks } = pages

  it('keeps products in a list, and puts them into the cart again', async () => {
    const part = await aPart({ name: 'Violet whisk', onHand: 90 })
    const other = await aPart({ name: 'Yellow sieve', onHand: 90 })
    const { person, client } = await aMember('requester')
    await visit(person, `/products/${part.id}`)
    await pages.page.getByRole('button', { name: 'Add to list: Violet whisk' }).click()
    await pages.page.getByLabel('Name').fill('Bakery')
    await pages.page.getByRole('button', { name: 'Add', exact: true }).click()
    await pages.page.getByText('1 product was added.').waitFor()
    await pages.page.getByRole('link', { name: 'Bakery' }).click()
    await pages.page.getByLabel('Find the product').fill('yellow sieve')
    await pages.page.getByRole('button', { name: /Yellow sieve/ }).click()
    await pages.page.getByRole('link', { name: 'Boltworks Yellow sieve' }).waitFor()
    await pages.page.getByLabel(/^Paste part numbers/).fill('no-such-number-at-all 2')
    await pages.page.getByRole('button', { name: 'Add these numbers' }).click()
    await pages.page.getByText(/^Line 1: no-such-number-at-all does not name/).waitFor()
    await checkLooks('list-with-units')
    const quantity = pages.page.getByLabel('Quantity of Boltworks Yellow sieve')
    await quantity.fill('6')
    await quantity.blur()
    await pages.page.getByText('EUR 600.00').waitFor()
    const note = pages.page.getByLabel('Note about Boltworks Yellow sieve')
    await note.fill('The fine one')
    await note.blur()
    await pages.page.getByRole('button', { name: 'Move Boltworks Yellow sieve up' }).click()
    await pages.page.getByLabel('Choose Boltworks Violet whisk').uncheck()
    await pages.page.getByRole('button', { name: 'Put 1 product into the cart' }).click()
    await pages.page.getByText('1 line is in your cart.').waitFor()
    await pages.page.getByRole('button', { name: 'Put 1 product into the cart' }).click()
    await pages.page.getByText(/^0 lines are in your cart/).waitFor()
    await pages.page.getByRole('button', { name: 'Rename or share' }).click()
    await pages.page.getByLabel('Name').fill('The bakery')
    await pages.page.getByLabel('Who sees it').selectOption('COMPANY')
    await pages.page.getByRole('button', { name: 'Save' }).click()
    await pages.page.getByRole('heading', { name: 'The bakery' }).waitFor()
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
    const part = await aPart({ name: 'Amber funnel', onHand: 90 })
    const { client } = await aBuyer()
    const items = [{ productId: part.id, quantity: 3 }]
    const shared = { name: 'For all', visibility: 'COMPANY', items }
    const { list } = (await client.post('/api/v1/lists', shared)).body.data
    const colleague = await aBuyer()
    await visit(colleague.person, `/lists/${list.id}`)
    await pages.page.getByRole('button', { name: 'Copy to a list of my own' }).waitFor()
    expect(await pages.page.getByRole('button', { name: 'Delete the list' }).count()).toBe(0)
    expect(await pages.page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
    await pages.page.getByRole('button', { name: 'Copy to a list of my own' }).click()
    await pages.page.getByRole('button', { name: 'Delete the list' }).click()
    await pages.page.getByText('Everybody who sees it loses it.').waitFor()
    await pages.page.getByRole('button', { name: 'Delete the list' }).click()
    await pages.page.getByRole('heading', { name: 'Lists' }).waitFor()
    await pages.page.getByRole('link', { name: 'For all' }).waitFor()
    const owned = `/api/v1/lists?ownerId=${colleague.person.actor.id}`
    expect((await colleague.client.get(owned)).body.data).toEqual([])
  })

  it('has several carts, of which people use, share, hand over and delete each', async () => {
    const { person, client } = await aBuyer()
    const colleague = await aBuyer()
    await client.get('/api/v1/cart')
    await visit(person, '/cart')
    await pages.page.getByRole('link', { name: 'Your other carts' }).click()
    await pages.page.getByLabel('Name of a new cart').fill('Workshop')
    await pages.page.getByRole('button', { name: 'Create the cart' }).click()
    await pages.page.getByRole('button', { name: 'Rename Workshop' }).click()
    await pages.page.getByLabel('New name').fill('Workshop in Lyon')
    await pages.page.getByRole('button', { name: 'Save' }).click()
    await pages.page.getByRole('button', { name: 'Use this cart: Workshop in Lyon' }).click()
    await pages.page.getByRole('button', { name: 'Use this cart: Your first cart' }).waitFor()
    await pages.page.getByRole('button', { name: 'Share Workshop in Lyon' }).click()
    await pages.page.getByLabel('Colleague').selectOption(colleague.person.actor.id)
    await pages.page.getByLabel('What they may do').selectOption('EDIT')
    await pages.page.getByRole('button', { name: 'Share', exact: true }).click()
    await pages.page.getByText('Bea Buyer: Change its lines').waitFor()
    const active = async () => (await client.get('/api/v1/carts?active=true')).body.data[0]
    expect(await active()).toMatchObject({ name: 'Workshop in Lyon' })
    const seen = (await colleague.client.get('/api/v1/carts')).body.data
    expect(seen).toMatchObject([{ name: 'Workshop in Lyon', right: 'EDIT' }])
    await pages.page.getByRole('button', { name: 'End the share with Bea Buyer' }).click()
    await pages.page.getByText('Bea Buyer: Change its lines').waitFor({ state: 'detached' })
    await pages.page.getByRole('button', { name: 'Hand over Your first cart' }).click()
    await pages.page.getByLabel('Colleague').last().selectOption(colleague.person.actor.id)
    await pages.page.getByRole('button', { name: 'Hand over', exact: true }).click()
    await pages.page.getByText('Your first cart').waitFor({ state: 'detached' })
    await pages.page.getByLabel('Name of a new cart').fill('Mistake')
    await pages.page.getByRole('button', { name: 'Create the cart' }).click()
    await pages.page.getByRole('button', { name: 'Delete Mistake' }).click()
    await pages.page.getByText('The cart and its lines are gone for good.').waitFor()
    await pages.page.getByRole('button', { name: 'Delete Mistake' }).click()
    await pages.page.getByRole('button', { name: 'Delete Mistake' }).waitFor({ state: 'detached' })
    expect((await client.get('/api/v1/carts')).body.data).toHaveLength(1)
  })

  it('lets a person with several units choose for which one the cart buys', async () => {
    const plants = await pages.world.company()
    const unitIds: string[] = []
    for (const name of ['Plant Kiel', 'Plant Jena']) {
      const unit = { name, kind: 'SITE' }
      unitIds.push((await plants.admin.post('/api/v1/company/units', unit)).body.data.id)
    }
    const part = await aPart({ name: 'Brown basket', onHand: 90 })
    const { person, client } = await aMember('buyer', plants.companyId)
    await visit(person, '/cart')
    await pages.page.getByLabel('Buy for this unit').selectOption('Plant Kiel')
    const unit = async () => (await client.get('/api/v1/cart')).body.data.unitId
    await expect.poll(unit).toBe(unitIds[0])
    await fillCart(client, [{ productId: part.id, quantity: 4 }])
    await visit(person, '/cart')
    await pages.page.getByText('Brown basket').waitFor()
    await checkLooks('cart-of-unit')
    const chosen = pages.page.getByLabel('Buy for this unit')
    await chosen.selectOption('The one for which you usually buy')
    await expect.poll(unit).toBeUndefined()
  })

  it('divides a line of the cart, and says before the order what the company demands', async () => {
    const strict = await pages.world.company()
    await giveCredit(pages.world, strict.companyId, 1_000_000n)
    const demands = { poNumberRequired: true, costCenterRequired: true, projectRequired: true }
    expect((await strict.admin.patch('/api/v1/company', demands)).status).toBe(200)
    for (const code of ['4711', '4712']) {
      await strict.admin.post('/api/v1/company/cost-centers', { code, name: `Centre ${code}` })
    }
    const address = { label: 'Dock', address: shipTo, defaultShipTo: true }
    await strict.admin.post('/api/v1/addresses', address)
    const yard = { label: 'Yard', address: { ...shipTo, line1: 'Werftstr. 1', city: 'Kiel' } }
    const { id: yardId } = (await strict.admin.post('/api/v1/addresses', yard)).body.data
    const part = await aPart({ name: 'Grey crate', onHand: 90 })
    const { person, client } = await aMember('buyer', strict.companyId)
    await fillCart(client, [{ productId: part.id, quantity: 4 }])
    await visit(person, '/cart')
    await pages.page
      .getByRole('button', { name: 'Date, address and cost centres of Grey crate' })
      .click()
    await pages.page.getByLabel('Delivery day').fill('2999-01-31')
    await pages.page.getByLabel('Address (optional)').selectOption('Yard')
    await pages.page.getByRole('button', { name: 'Add a part' }).click()
    await pages.page.getByLabel('Cost centre').fill('4711')
    await pages.page.getByLabel('Share').fill('60')
    await pages.page.getByRole('button', { name: 'Add a part' }).click()
    await pages.page.getByLabel('Cost centre').last().fill('4799')
    await pages.page.getByLabel('Share').last().fill('40')
    await pages.page.getByRole('button', { name: 'Save' }).click()
    await pages.page.getByText(/details.code/).waitFor()
    await pages.page.getByLabel('Cost centre').last().fill('4712')
    await pages.page.getByRole('button', { name: 'Save' }).click()
    await pages.page.getByText('4711: 60 %').waitFor()
    await pages.page.getByText('Wanted by 31 Jan 2999').waitFor()
    await pages.page.getByText('Goes to: Yard').waitFor()
    await checkLooks('cart-with-address')
    const [item] = (await client.get('/api/v1/cart')).body.data.items
    expect(item).toMatchObject({
      requestedDate: '2999-01-31',
      addressId: yardId,
      allocations: [
        { costCenter: '4711', percent: '60' },
        { costCenter: '4712', percent: '40' },
      ],
    })
    await pages.page.getByRole('button', { name: 'Check out' }).click()
    const demanded = pages.page.getByLabel(/which your company demands$/)
    await expect.poll(() => demanded.count()).toBe(2)
    await pages.page.getByLabel('Cost centre (optional)').waitFor()
    await pages.page.getByLabel('Invoice').check()
    await pages.page.getByLabel(/^Your order number/).fill('4711/C')
    await pages.page.getByRole('button', { name: /^Order for EUR/ }).click()
    expect((await client.get('/api/v1/orders')).body.data).toEqual([])
    await pages.page.getByLabel(/^Project/).fill('P1')
    await pages.page.getByRole('button', { name: /^Order for EUR/ }).click()
    await pages.page.getByRole('heading', { name: 'Thank you: your order is placed' }).waitFor()
    const [{ id }] = (await client.get('/api/v1/orders?poNumber=4711/C')).body.data
    const order = (await client.get(`/api/v1/orders/${id}`)).body.data
    expect(order.shipTo).toMatchObject({ line1: 'Werftstr. 1', city: 'Kiel' })
    expect(order.lines).toMatchObject([
      { allocations: [{ costCenter: '4711', project: 'P1' }, { costCenter: '4712' }] },
    ])
  })

  it('makes a standing order of the cart, skips a date, pauses and ends it', async () => {
    const part = await aPart({ name: 'Brown filter', onHand: 90 })
    const { person, client } = await aBuyer()
    await fillCart(client, [{ productId: part.id, quantity: 2 }])
    await visit(person, '/cart')
    await pages.page.getByRole('button', { name: 'Order this again and again' }).click()
    await pages.page.getByLabel('Name').fill('Filters')
    await pages.page.getByLabel('Every').fill('2')
    await pages.page.getByLabel('Weeks or months').selectOption('MONTH')
    await pages.page.getByLabel('Day of the month').fill('5')
    await pages.page.getByLabel('From').fill('2031-01-01')
    await pages.page.getByLabel('An order may cost at most, in EUR').fill('500.00')
    await pages.page.getByRole('button', { name: 'Start the standing order' }).click()
    await pages.page.getByText('Every 2 months on day 5').waitFor()
    await pages.page.getByText(/^2 × Brown filter/).waitFor()
    const skips = pages.page.getByRole('button', { name: /^Skip/ })
    await pages.page.getByRole('button', { name: 'Skip 5 Jan 2031' }).click()
    await pages.page.getByText('5 Jan 2031: Skipped').waitFor()
    await pages.page.getByRole('button', { name: 'Pause it' }).click()
    await pages.page.getByRole('button', { name: 'Resume it' }).click()
    await pages.page.getByRole('button', { name: 'Pause it' }).waitFor()
    await skips.first().waitFor()
    await pages.page.getByRole('button', { name: 'End it' }).click()
    await pages.page.getByText('It orders nothing more').waitFor()
    await pages.page.getByRole('button', { name: 'End it' }).click()
    await pages.page.getByText('Ended').waitFor()
    const [one] = (await client.get('/api/v1/standing-orders')).body.data
    expect(one).toMatchObject({
      name: 'Filters',
      state: 'ENDED',
      schedule: { every: 2, unit: 'MONTH', on: 5, from: '2031-01-01' },
    })
    expect((await client.get('/api/v1/cart')).body.data.items).toHaveLength(1)
    await check('/standing-orders')
    await check(`/standing-orders/${one.id}`)
  })

  it('has no violation that axe finds, and fits on every screen', async () => {
    const { person, client } = await aBuyer()
    const part = await aPart({ name: `Hostile ${hostile}`, onHand: 90 })
    const items = [{ productId: part.id, quantity: 2, note: hostile }]
    const { list } = (
      await client.post('/api/v1/lists', { name: `List ${hostile}`, visibility: 'COMPANY', items })
    ).body.data
    await fillCart(client, [{ productId: part.id, quantity: 1 }])
    await client.post('/api/v1/carts', { name: hostile })
    await visit(person, '/lists')
    await pages.page.getByRole('heading', { name: 'Lists' }).waitFor()
    await check('/lists')
    await check(`/lists/${list.id}`)
    await check('/checkout')
    await pages.page.goto(`${pages.world.baseUrl}/carts`)
    await pages.page
      .getByRole('button', { name: /^Share/ })
      .first()
      .click()
    await checkLooks('carts')
    await pages.page.goto(`${pages.world.baseUrl}/cart`)
    await pages.page.getByRole('button', { name: /^Date, address and cost centres/ }).click()
    await pages.page.getByRole('button', { name: 'Add a part' }).click()
    await checkLooks('cart-line')
  })
})
