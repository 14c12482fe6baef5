import { describe, expect, it } from 'vitest'
import { aCompany } from '#testing/identity'
import { shipTo } from '../../journeys/purchase.ts'
import { findChromium } from '../chromium.ts'
import { hostile, useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the pages of administrators of a company', () => {
  const pages = useCompanyPages(chromium as string)
  const { aMember, aBuyer, aPart, visit, checkLooks } = pages

  it('keep the address book: addresses with defaults, of the company and of units', async () => {
    const { person, client } = await aMember('company_admin')
    const unit = { name: 'Plant Kiel', kind: 'SITE' }
    const { id: unitId } = (await client.post('/api/v1/company/units', unit)).body.data
    await visit(person, '/company/addresses')
    const { page } = pages
    await page.getByRole('button', { name: 'Add an address' }).click()
    await page.getByLabel('Name in the address book').fill('Gate 3')
    await page.getByLabel('Recipient').fill('Ada\tLovelace')
    await page.getByLabel('Street and number').fill('Kaistraße 1')
    await page.getByLabel('Postal code').fill('1')
    await page.getByLabel('City').fill('Kiel')
    await page.getByLabel('Country, as two letters').fill('DE')
    const form = page.getByRole('form', { name: 'Add an address' })
    await form.getByLabel('Unit').selectOption('Plant Kiel')
    await form.getByLabel('Delivery address').check()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(/^Recipient: Must be one line without control characters/).waitFor()
    await page.getByLabel('Recipient').fill('Ada Lovelace')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(/^The postal code does not fit its country/).waitFor()
    await page.getByLabel('Postal code').fill('24103')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const row = page.getByRole('row', { name: /Gate 3/ })
    await row.getByText('Delivery address').waitFor()
    await row.getByText('Plant Kiel').waitFor()

    await row.getByRole('button', { name: 'Change Gate 3' }).click()
    // A colleague renames it meanwhile: the form does not take that back.
    const { data } = (await client.get(`/api/v1/addresses?unitId=${unitId}`)).body
    await client.patch(`/api/v1/addresses/${data[0].id}`, { label: 'Gate 4' })
    await row.getByLabel('Phone').fill('+49 431 1234')
    await row.getByRole('button', { name: 'Save' }).click()
    await page.getByText('+49 431 1234').waitFor()
    await page.getByRole('row', { name: /Gate 4/ }).waitFor()

    await page.getByLabel('Unit').selectOption('Plant Kiel')
    await page.getByRole('row', { name: /Warehouse/ }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('unit')).toBe(unitId)
    await page.getByRole('button', { name: 'Delete Gate 4' }).click()
    await page.getByRole('button', { name: 'Delete the address' }).click()
    await page.getByText('Gate 4 is deleted from the address book.').waitFor()
    await page.getByText('The unit has no address of its own.').waitFor()
  })

  it('say who the company is, what its orders must say, when it works and how it numbers', async () => {
    const { person, client } = await aMember('company_admin')
    await visit(person, '/company/details')
    const { page } = pages
    await page.getByRole('button', { name: 'Change the company' }).click()
    await page.getByLabel('VAT id').fill('none')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('form').getByRole('alert').waitFor()
    await page.getByLabel('VAT id').fill('DE123456788')
    await page.getByLabel('Time zone').selectOption('Europe/Lisbon')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('DE123456788').waitFor()

    await page.getByRole('button', { name: 'Change the rules for orders' }).click()
    await page.getByLabel('your order number').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('definition').filter({ hasText: 'your order number' }).waitFor()
    expect((await client.get('/api/v1/company')).body.data).toMatchObject({
      vatId: 'DE123456788',
      timeZone: 'Europe/Lisbon',
      poNumberRequired: true,
      costCenterRequired: false,
    })
    await client.patch('/api/v1/company', { poNumberRequired: false })

    await page.getByRole('button', { name: 'Change the working days' }).click()
    await page.getByLabel('Saturday').check()
    await page.getByLabel('Public holidays of the country').fill('DE')
    await page.getByLabel('Region').selectOption({ label: 'Bayern' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Germany, Bayern').waitFor()
    await page.getByRole('button', { name: 'Add a day that differs' }).click()
    await page.getByLabel('Day', { exact: true }).fill('2999-12-24')
    await page.getByLabel('Why').fill('Plant holidays')
    // A colleague adds another day meanwhile: it stays.
    const party = { day: '2999-12-27', working: true, name: 'Stocktaking' }
    await client.patch('/api/v1/company/calendar', { exceptions: [party] })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('24 Dec 2999: closed (Plant holidays)').waitFor()
    await page.getByText('27 Dec 2999: the company works (Stocktaking)').waitFor()
    await page.getByRole('button', { name: 'Remove Stocktaking' }).click()
    await page.getByRole('button', { name: 'Remove the day' }).click()
    await page.getByText(/Stocktaking/).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Change the limits' }).click()
    await page.getByLabel('Higher price, in percent').fill('2.5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2.5 %').waitFor()

    await page.getByRole('button', { name: 'Change Returns' }).click()
    await page.getByLabel('Beginning').fill('BACK-')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: /^BACK-\d{4}-/ }).waitFor()
  })

  it('show the details of the company to everybody, and let administrators alone change them', async () => {
    const { person } = await aBuyer()
    await visit(person, '/company/details')
    const { page } = pages
    await page.getByRole('heading', { name: 'Numbers' }).waitFor()
    await page.getByText('Monday').waitFor()
    expect(await page.getByRole('button', { name: /^Change|^Add/ }).count()).toBe(0)
  })

  it('set the minimum order value of a supplier, with a fee below it, and remove it', async () => {
    const supplierId = await aCompany(pages.world.parts.platform.database, { supplier: true })
    const { person, client } = await aMember('company_admin', supplierId)
    const read = async () => (await client.get('/api/v1/company/minimum-order')).body
    await visit(person, '/company/details')
    const { page } = pages
    await page.getByText('The company takes orders of any value.').waitFor()
    await page.getByRole('button', { name: 'Change the minimum order value' }).click()
    await page.getByLabel('Least value, in EUR').fill('50,00')
    await page.getByLabel('An order below it').selectOption('costs a fee')
    await page.getByLabel('Fee, in EUR').fill('9.999')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('form').getByRole('alert').waitFor()
    await page.getByLabel('Fee, in EUR').fill('9,90')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('EUR 9.90').waitFor()
    const set = { amount: '50.00', currency: 'EUR', below: 'FEE', fee: '9.90' }
    expect((await read()).data).toEqual(set)
    await checkLooks('minimum-order')

    await page.getByRole('button', { name: 'Change the minimum order value' }).click()
    await page.getByLabel('An order below it').selectOption('is refused')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('definition').filter({ hasText: 'is refused' }).waitFor()
    await page.getByRole('button', { name: 'Remove the minimum order value' }).click()
    await page.getByRole('button', { name: 'Remove the minimum order value' }).click()
    await page.getByText('The company takes orders of any value.').waitFor()
    expect((await read()).meta.code).toBe('shipping.minimum_order_not_found')
  })

  it('show budgets and spending limits with what is left, which administrators alone change', async () => {
    const { person, client } = await aMember('company_admin')
    await visit(person, '/company/budgets')
    const { page } = pages
    await page.getByRole('button', { name: 'Add a budget' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Workshop')
    await page.getByLabel('Amount of each period, in EUR').fill('5000,00')
    await page.getByLabel(/^Period/).selectOption('Quarter')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(/^A budget needs a cost centre or a unit/).waitFor()
    await page.getByLabel(/^Cost centre/).fill('KST-7')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const budget = page.getByRole('row', { name: /Workshop/ })
    await budget.getByText('Nothing of EUR 5,000.00 is spent.').waitFor()

    await page.getByRole('button', { name: 'Add a spending limit' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Everybody')
    await page.getByLabel('Amount of each period, in EUR').fill('800')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const limit = page.getByRole('row', { name: /Everybody/ })
    await limit.getByText('Each person').waitFor()

    const { id: productId } = await aPart({ onHand: 5 })
    const { client: buyer } = await aBuyer()
    const order = { lines: [{ productId, quantity: 2 }], shipTo, payment: { method: 'invoice' } }
    const body = { ...order, costCenter: 'KST-7' }
    const placed = await buyer.post('/api/v1/orders', body, { key: 'an order of the workshop' })
    expect(placed.status, JSON.stringify(placed.body)).toBeLessThan(300)
    await page.reload()
    await budget
      .getByText('Spent EUR 200.00, held EUR 0.00, left EUR 4,800.00 of EUR 5,000.00')
      .waitFor()
    await limit.getByText('Bea Buyer').waitFor()
    await checkLooks('budgets')

    await budget.getByRole('button', { name: 'Change Workshop' }).click()
    await budget.getByLabel('Amount of each period, in EUR').fill('100')
    await budget.getByRole('button', { name: 'Save' }).click()
    await budget.getByText('left EUR 0.00 of EUR 100.00').waitFor()
    for (const name of ['Workshop', 'Everybody']) {
      await page.getByRole('button', { name: `End ${name}` }).click()
      await page.getByRole('button', { name: 'End it' }).click()
      await page.getByRole('button', { name: `Reopen ${name}` }).waitFor()
    }
    const { budgets } = (await client.get('/api/v1/budgets')).body.data
    expect(budgets).toMatchObject([{ name: 'Workshop', period: 'QUARTER', active: false }])

    const { person: accountant } = await aMember('accountant')
    await visit(accountant, '/company/budgets')
    await pages.page.getByRole('row', { name: /Workshop/ }).waitFor()
    expect(await pages.page.getByRole('button', { name: /^Add|^Change|^End/ }).count()).toBe(0)
    const { person: other } = await aBuyer()
    await visit(other, '/company/budgets')
    await pages.page.getByText(/^This page is for people with another role/).waitFor()
    expect(await pages.page.getByRole('link', { name: 'Budgets' }).count()).toBe(0)
  })

  it('find received invoices for accountants, with their files', async () => {
    const database = pages.world.parts.platform.database
    const companyId = await aCompany(database, { supplier: true })
    const { client: supplier } = await aMember('company_admin', companyId)
    const named = { name: 'Ropes GmbH', vatId: 'DE123456788', billingAddress: shipTo }
    expect((await supplier.patch('/api/v1/company', named)).status).toBe(200)
    const { id: productId } = await aPart({ onHand: 5, supplierCompanyId: companyId })
    const order = { lines: [{ productId, quantity: 2 }], shipTo, payment: { method: 'invoice' } }
    const { client: buyer } = await aBuyer()
    const placed = await buyer.post(
      '/api/v1/orders',
      { ...order, costCenter: 'KST-9' },
      { key: 'an order of rope' },
    )
    const { id } = placed.body.data.order
    await supplier.post(`/api/v1/orders/${id}/confirm`, {})
    expect((await supplier.post(`/api/v1/orders/${id}/shipments`, {})).status).toBe(201)
    const ofOrder = `/api/v1/invoices?orderId=${id}&state=ISSUED`
    await expect
      .poll(async () => (await buyer.get(ofOrder)).body.data.length, { timeout: 30_000 })
      .toBe(1)

    const { person } = await aMember('accountant')
    await visit(person, '/')
    const { page } = pages
    await page.getByRole('link', { name: 'Invoices', exact: true }).click()
    const row = page.getByRole('row', { name: /Ropes GmbH/ })
    await row.getByText('Issued').waitFor()
    const pdf = await row.getByRole('link', { name: 'PDF' }).getAttribute('href')
    const file = await page.context().request.get(`${pages.world.baseUrl}${pdf}`)
    expect(file.headers()['content-type']).toContain('application/pdf')
    await checkLooks('invoices')
    await page.getByLabel('Cost centre').fill('KST-1')
    await page.keyboard.press('Enter')
    await page.getByText(/^No invoice fits/).waitFor()
    await page.getByLabel('Cost centre').fill('KST-9')
    await page.getByLabel('From').fill('2020-01-01')
    await row.waitFor()
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toEqual({ costCenter: 'KST-9', from: '2020-01-01' })
    await page.getByLabel('Kind').selectOption('Credit note')
    await page.getByText(/^No invoice fits/).waitFor()
    await page.getByLabel('Kind').selectOption('')
    await row.waitFor()
    // Nobody requested this order: a buyer placed it.
    await page.getByLabel('Requested by').selectOption(person.actor.id)
    await page.getByText(/^No invoice fits/).waitFor()
    expect(new URL(page.url()).searchParams.get('requester')).toBe(person.actor.id)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: /CSV/ }).click()
    expect((await download).suggestedFilename()).toMatch(/csv$/)
  })

  it('build approval rules from conditions and steps, show them in words, and end them', async () => {
    const { person, client } = await aMember('company_admin')
    await aMember('approver')
    await visit(person, '/company/approval-rules')
    const { page } = pages
    await page.getByText(/^The company has no rule/).waitFor()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Large orders')
    await page.getByLabel('Add a condition').selectOption('Total from')
    await page.getByLabel('Total from (EUR)').fill('1000,50')
    await page.getByLabel('Add a condition').selectOption('For one of the projects')
    await page.getByLabel(/^For one of the projects/).fill('P-1, P-2')
    await page.getByLabel('Add a condition').selectOption('First order from a supplier')
    await page.getByRole('button', { name: 'Add a step' }).click()
    const second = page.getByRole('group', { name: 'Step 2' })
    await second.getByLabel('How many must approve').selectOption('All of them')
    await second.getByLabel('They may lower quantities').check()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const rule = page.getByRole('region', { name: 'Large orders' })
    await rule.getByText('Total from EUR 1,000.50').waitFor()
    await rule.getByText('For one of the projects: P-1, P-2').waitFor()
    await rule.getByText('All of: everybody with the role Approver').waitFor()
    await checkLooks('approval-rules')

    await rule.getByRole('button', { name: 'Change Large orders' }).click()
    await rule.getByRole('button', { name: 'Remove For one of the projects' }).click()
    await rule
      .getByLabel('Add a condition')
      .selectOption('Ordered by somebody with one of the roles')
    await rule.getByLabel(/^Ordered by somebody/).selectOption('Buyer')
    await rule.getByRole('button', { name: 'Remove step 2' }).click()
    await rule.getByLabel(/^Place/).fill('5')
    await rule.getByRole('button', { name: 'Save' }).click()
    await rule.getByText('Ordered by somebody with one of the roles: Buyer').waitFor()
    const { rules } = (await client.get('/api/v1/approval-rules')).body.data
    expect(rules).toMatchObject([
      {
        position: 5,
        conditions: { amountFrom: { amount: '1000.50' }, firstOrderFromSupplier: true },
        steps: [{ mode: 'ANY', role: 'approver' }],
      },
    ])
    expect(rules[0].conditions).not.toHaveProperty('projects')
    await rule.getByRole('button', { name: 'End Large orders' }).click()
    await rule.getByRole('button', { name: 'End it' }).click()
    await page.getByText('Large orders has ended.').waitFor()
    await page.getByText(/^The company has no rule/).waitFor()
  })

  it('lead through the first day of a company, until its steps are done or somebody puts them away', async () => {
    const companyId = await aCompany(pages.world.parts.platform.database)
    const { person, client } = await aMember('company_admin', companyId)
    await visit(person, '/')
    const { page } = pages
    await page.getByRole('heading', { name: 'First steps (0 of 5 done)' }).waitFor()
    await checkLooks('first-steps')
    await page.getByRole('link', { name: 'Add your first address' }).click()
    await page.getByText(/^The address book is empty/).waitFor()
    await client.post('/api/v1/addresses', { label: 'Warehouse', address: shipTo })
    await client.patch('/api/v1/company', { vatId: 'DE123456788' })
    await client.post('/api/v1/invitations', { email: 'nina@new.example', roles: ['buyer'] })
    await page.goto(`${pages.world.baseUrl}/`)
    await page.getByRole('heading', { name: 'First steps (3 of 5 done)' }).waitFor()
    expect(await page.getByRole('link', { name: 'Invite people' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Put this away' }).click()
    await page.getByRole('heading', { name: /^First steps/ }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'What do you need?' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('heading', { name: /^First steps/ }).count()).toBe(0)
  })

  it('have no violation that axe finds, and fit on every screen', async () => {
    const { person, client } = await aMember('company_admin')
    const address = { name: hostile, line1: hostile, postalCode: '24103', city: hostile }
    const booked = { label: hostile.slice(0, 90), address: { ...address, country: 'DE' } }
    expect((await client.post('/api/v1/addresses', booked)).status).toBe(201)
    await visit(person, '/company')
    const { page, world } = pages
    for (const part of ['addresses', 'details']) {
      await page.goto(`${world.baseUrl}/company/${part}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await checkLooks(part)
    }
  })
})
