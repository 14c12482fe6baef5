import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { anAdvertiser } from '../journeys/advertised.ts'
import { aKey } from '../journeys/client.ts'
import { findChromium } from './chromium.ts'
import { recordsOf } from './records-of.ts'
import { aFrameContract, anOrderOf, aRefusedDate } from './stuck-work.ts'
import { attack, usePages } from './use-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the lists of the contract', () => {
  const pages = usePages(chromium as string)
  let records: Readonly<Record<string, string>>
  let number: string

  beforeAll(async () => {
    const { world, ours } = pages.service
    records = await recordsOf(world, ours)
    number = (await ours.buyer.get(`/api/v1/orders/${records.ord}`)).body.data.number
  }, 180_000)

  const tab = (name: string) => `/admin/records/${records.co}?tab=${name}`

  it('have choices and words as filters, which can be cleared', async () => {
    const { page } = pages
    await pages.signInAt(tab('orders'))
    const orders = page.getByRole('region', { name: 'Orders of the company', exact: true })
    const row = orders.getByRole('row').filter({ hasText: number })
    await row.waitFor()
    await pages.inspect('list-of-orders')

    await orders.getByLabel('State', { exact: true }).selectOption('Cancelled')
    await orders.getByText('No row matches the filters.').waitFor()
    await orders.getByLabel('State', { exact: true }).selectOption('Partially shipped')
    await row.waitFor()

    await orders.getByText('More filters', { exact: true }).click()
    await orders.getByLabel('Search for').fill('nothing-like-it')
    await page.keyboard.press('Enter')
    await orders.getByText('No row matches the filters.').waitFor()
    await orders.getByText('More filters (1 set)').waitFor()
    await orders.getByLabel('Search for').fill(number.slice(-3))
    await page.keyboard.press('Enter')
    await row.waitFor()
    await pages.inspect('list-of-filtered-orders')
    await orders.getByRole('button', { name: 'Clear filters' }).click()
    await orders.getByText('More filters', { exact: true }).waitFor()
    expect(await orders.getByLabel('Search for').inputValue()).toBe('')
    expect(await orders.getByRole('button', { name: 'Clear filters' }).count()).toBe(0)
  })

  it('find the orders of all companies by supplier and time, and give them as a file', async () => {
    const { page } = pages
    await pages.signInAt('/admin/orders')
    const orders = page.getByRole('region', { name: 'All orders', exact: true })
    const row = orders.getByRole('row').filter({ hasText: number })
    await row.waitFor()

    await orders.getByText('More filters', { exact: true }).click()
    await orders.getByLabel('Placed before').fill('2020-01-01T00:00')
    await page.keyboard.press('Enter')
    await orders.getByText('No row matches the filters.').waitFor()
    await orders.getByLabel('Placed before').fill('')
    await orders.getByLabel('Placed after').fill('2020-01-01T00:00')
    await page.keyboard.press('Enter')
    await row.waitFor()
    await pages.inspect('list-of-all-orders')

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      orders.getByRole('link', { name: 'As CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('orders-of-all.csv')
    expect(await readFile(await file.path(), 'utf8')).toContain(`"${number}"`)
  })

  it('show the chosen columns, and open what the reader saved under a name', async () => {
    const { page } = pages
    await pages.signInAt(tab('orders'))
    const orders = page.getByRole('region', { name: 'Orders of the company', exact: true })
    const table = orders.getByRole('table')
    const total = table.getByRole('columnheader', { name: 'Total', exact: true })
    await total.waitFor()
    const state = orders.getByRole('combobox', { name: 'State', exact: true })
    const menu = orders.getByText('View', { exact: true })
    await menu.click()
    await orders.getByRole('checkbox', { name: 'Total', exact: true }).uncheck()
    await expect.poll(() => total.count()).toBe(0)
    await state.selectOption('Partially shipped')
    const save = orders.getByRole('button', { name: 'Save the view' })
    await save.click()
    await orders.getByText('Enter a name for the view.').waitFor()
    await orders.getByRole('textbox', { name: 'Name of the view' }).fill(attack)
    await save.click()
    const saved = orders.getByRole('button', { name: attack, exact: true })
    await saved.waitFor()
    await pages.inspect('list-with-views')

    // The columns stay in this browser; the filters begin anew.
    await page.reload()
    await table.waitFor()
    expect(await total.count()).toBe(0)
    expect(await state.inputValue()).toBe('')
    await menu.click()
    await orders.getByRole('checkbox', { name: 'Total', exact: true }).check()
    await total.waitFor()
    await saved.click()
    await expect.poll(() => total.count()).toBe(0)
    await expect.poll(() => state.inputValue()).toBe('PARTIALLY_SHIPPED')
    await orders.getByRole('button', { name: `Delete the view ${attack}` }).click()
    await expect.poll(() => saved.count()).toBe(0)
  })

  it('have a file with the same filters', async () => {
    const { page } = pages
    await pages.signInAt(tab('money'))
    const invoices = page.getByRole('region', { name: 'Invoices to the company', exact: true })
    await invoices.getByRole('link', { name: /^inv_|^INV-/ }).waitFor()
    await invoices.getByLabel('Kind').selectOption('Credit note')
    await invoices.getByText('No row matches the filters.').waitFor()
    await invoices.getByLabel('Kind').selectOption('Invoice')
    await invoices.getByRole('link', { name: /^inv_|^INV-/ }).waitFor()
    // The order by the last change is for machines: it is a minute late.
    expect(await invoices.getByLabel('Order of the rows').count()).toBe(0)
    await pages.inspect('list-of-invoices')
    const link = invoices.getByRole('link', { name: 'As CSV' })
    const address = (await link.getAttribute('href')) ?? ''
    expect(address).toMatch(/invoices\.csv\?side=received&kind=INVOICE$/)
    const downloading = page.waitForEvent('download')
    await link.click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('invoices.csv')
    const answer = await page.request.get(new URL(address, page.url()).href)
    expect((await answer.text()).split('\n')).toHaveLength(3)
  })

  it('show the payments of a company without a column for the company', async () => {
    const { page } = pages
    await pages.signInAt(tab('money'))
    const table = page.getByRole('table', { name: 'Payments of the company' })
    await table.getByRole('link', { name: number }).waitFor()
    await table.getByText('Authorized').or(table.getByText('Succeeded')).first().waitFor()
    expect(await table.getByRole('columnheader', { name: 'Company' }).count()).toBe(0)
    await pages.inspect('list-of-payments')
  })

  it('find a requisition of any company by a part of its number', async () => {
    const { page } = pages
    await pages.signInAt('/admin/find?q=req-')
    const requisitions = page.getByRole('region', { name: 'Requisitions', exact: true })
    await requisitions.getByRole('link', { name: /^REQ-/ }).first().click()
    await page.waitForURL('**/admin/records/rqn_*')
  })

  it('offer an order where the list has several', async () => {
    const { page } = pages
    await pages.signInAt('/admin/find?q=T-')
    const tickets = page.getByRole('region', { name: 'Tickets', exact: true })
    const ticket = tickets.getByRole('link', { name: 'Broken boxes' })
    await ticket.waitFor()
    await tickets.getByLabel('Order of the rows').selectOption('Earliest target first')
    await ticket.waitFor()
    await tickets.getByLabel('Target missed').selectOption('Target missed: Yes')
    await tickets.getByText('No row matches the filters.').waitFor()
    await tickets.getByLabel('Order of the rows').selectOption('Newest first')
    await pages.inspect('list-of-tickets')
  })

  it('show purchase orders whose PDF fails, with their age and the error', async () => {
    const { world } = pages.service
    const { pool } = world.parts.platform.database
    await sql`
      insert into invoices.purchase_orders (company_id, order_id, supplier_company_id, revision, number, content, ubl, created_at)
      values (${records.co}, ${records.ord}, 'co_supplier', 7, 'PO-2026-000001-7', '{}', '', now())`.execute(
      pool,
    )
    await sql`
      insert into invoices.purchase_order_pdfs (company_id, order_id, supplier_company_id, revision, available_at, attempts, failed_at, error, retry_at)
      values (${records.co}, ${records.ord}, 'co_supplier', 7, now() + interval '1 day', 3, now() - interval '2 hours',
        'The rendering took too long.', now() + interval '1 day')`.execute(pool)
    const { page } = pages
    await pages.signInAt('/admin/orders')
    const table = page.getByRole('table', { name: 'Purchase orders without a PDF' })
    const row = table.getByRole('row').filter({ hasText: 'PO-2026-000001-7' })
    await row.getByText('The rendering took too long.').waitFor()
    await row.getByText('2 hrs').waitFor()
    await pages.inspect('list-of-failing-pdfs')
  })

  it('keep what operators can do about a row', async () => {
    const { world } = pages.service
    const { campaign } = await anAdvertiser(world, { campaign: { name: 'Spring sale' } })
    const { page } = pages
    await pages.signInAt('/admin/settings/ads')
    const ads = page.getByRole('region', { name: 'Campaigns', exact: true })
    const row = ads.getByRole('row').filter({ hasText: campaign.id })
    await row.getByText('Active', { exact: true }).waitFor()
    await pages.inspect('list-of-campaigns')
    await row.getByRole('button', { name: 'Pause the campaign Spring sale' }).click()
    await row.getByRole('button', { name: 'Pause it: its places stop at once' }).click()
    await row.getByText('Paused', { exact: true }).waitFor()
    await ads.getByLabel('State', { exact: true }).selectOption('Draft')
    await ads.getByText('No row matches the filters.').waitFor()
  })

  it('show how far frame contracts are called off', async () => {
    const { page } = pages
    const { world, ours } = pages.service
    await aFrameContract(world, ours, 'FW-BROWSER')

    await pages.signInAt('/admin/orders')
    const quotas = page.getByRole('region', { name: 'Frame contracts' })
    const row = quotas.getByRole('row').filter({ hasText: 'FW-BROWSER' })
    await row.getByText('Quantity', { exact: true }).waitFor()
    await row.getByText('Warns', { exact: true }).waitFor()
    await pages.inspect('list-of-contract-quotas')
    await quotas.getByLabel('State', { exact: true }).selectOption('Ended')
    await quotas.getByText('No row matches the filters.').waitFor()
  })

  it('let an operator refuse a proposal, withdraw a requested change, and retry a standing order', async () => {
    const { page } = pages
    const { world, ours } = pages.service
    const { database } = world.parts.platform
    const supplier = await world.company()
    const place = { database, supplierCompanyId: supplier.companyId, daysAgo: 0 }
    const proposed = await anOrderOf(ours, place)
    const fewer = { lineNumber: 1, quantity: 1 }
    const answer = { lines: [{ ...fewer, status: 'CHANGED' }] }
    const path = `/api/v1/supplier/orders/${proposed.id}/response`
    expect((await supplier.integration.post(path, answer, { key: aKey() })).status).toBe(200)
    const requested = await anOrderOf(ours, place)
    const change = { lines: [fewer], reason: 'One is enough.' }
    const changes = `/api/v1/orders/${requested.id}/changes`
    expect((await ours.buyer.post(changes, change, { key: aKey() })).status).toBe(201)
    await aRefusedDate(ours, database)

    await pages.signInAt('/admin/orders')
    const rowOf = (table: string, text: string) =>
      page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })
    const press = async (label: string, number: string, sure: string) => {
      await page.getByRole('button', { name: `${label} ${number}` }).click()
      await page.getByRole('button', { name: sure }).click()
    }
    await press('Refuse the change of order', proposed.number, 'Refuse in their place')
    await rowOf('Undecided changes', proposed.number).waitFor({ state: 'detached' })
    await press(
      'Withdraw the requested change of order',
      requested.number,
      'Withdraw in their place',
    )
    await rowOf('Open change requests', requested.number).waitFor({ state: 'detached' })
    const refused = rowOf('Standing orders', 'Coffee')
    const code = refused.getByText('checkout.stock_short')
    await code.waitFor()
    await pages.inspect('list-of-standing-orders')
    await refused.getByRole('button', { name: /^Retry/ }).click()
    await refused.getByRole('button', { name: 'Retry the refused date' }).click()
    await code.waitFor({ state: 'detached' })

    const ended = async (list: string) => (await ours.buyer.get(list)).body.data[0].state
    expect(await ended(`/api/v1/orders/${proposed.id}/proposals`)).toBe('REFUSED')
    expect(await ended(changes)).toBe('WITHDRAWN')
  })
})
