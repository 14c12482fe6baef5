import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { type AnAdminRuntime, anAdminRuntime } from '#testing/admin'
import { aProduct } from '#testing/catalog'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { buyByCard, fillCart } from '../journeys/purchase.ts'
import { aWorld, type CompanyOfWorld, type World } from '../journeys/world.ts'
import { buildPages } from './build-pages.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { shoot, unnamed } from './page-tools.ts'

const chromium = findChromium()
const url = '/api/v1/support/tickets'
const hostile = '<img src=x onerror="document.title=\'owned\'"> boxes'

describe.skipIf(!chromium)('the support page of operators, in a browser', () => {
  let world: World
  let runtime: AnAdminRuntime
  let browser: OpenBrowser
  let ours: CompanyOfWorld
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
    const { database } = world.parts.platform
    person = await aPerson(database, { companyId: await aCompany(database), role: 'operator' })
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

  async function open(path: string): Promise<void> {
    await page.goto(`${runtime.url}${path}`)
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  async function aTicket(more: object = {}): Promise<string> {
    const question = { subject: hostile, message: `${hostile}\nTwo lines.`, ...more }
    return (await ours.buyer.post(url, question)).body.data.id
  }

  async function numberOf(id: string): Promise<string> {
    return (await ours.buyer.get(`${url}/${id}`)).body.data.number
  }

  it('finds a ticket by a part of its number', async () => {
    const number = await numberOf(await aTicket({ subject: 'Which boxes?' }))
    await open(`/admin/find?q=${number.slice(2)}`)
    await page
      .getByRole('link', { name: `${number} Which boxes?` })
      .first()
      .click()
    await page.getByRole('heading', { name: `${number} Which boxes?` }).waitFor()
    expect(await unnamed(page)).toEqual([])
  })

  it('leads from the queue to the ticket, where the operator answers, notes, assigns and resolves', async () => {
    const body = new Blob([new Uint8Array(Buffer.from('A text.'))], { type: 'text/plain' })
    const file = await ours.buyer.post('/api/v1/support/attachments?name=boxes.txt', body)
    const id = await aTicket({ priority: 'URGENT', attachmentIds: [file.body.data.id] })
    const low = await aTicket({ priority: 'LOW' })
    await open('/admin/support')
    await page.getByRole('link', { name: hostile }).first().waitFor()
    const rows = await page.locator('tbody tr').allTextContents()
    const numbers = await Promise.all([id, low].map(numberOf))
    const [first, second] = numbers.map((ticket) => rows.findIndex((row) => row.includes(ticket)))
    expect(first).toBeLessThan(second ?? -1)
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'support-queue.png')

    await page
      .getByRole('row', { name: await numberOf(id) })
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('heading', { name: hostile }).waitFor()
    expect(page.url()).toContain(`/admin/support?ticket=${id}`)
    expect(await unnamed(page)).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'boxes.txt' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('boxes.txt')

    await page.getByRole('button', { name: 'Send to the customer' }).click()
    await page.getByText('Write a message.').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('A photo, please.')
    await page.getByRole('button', { name: 'Send to the customer' }).click()
    await page.getByText('Waits for the customer').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('The third time!')
    await page.getByLabel('Internal note, which the customer never sees').check()
    await page.getByRole('button', { name: 'Keep as a note' }).click()
    await page.getByRole('listitem').filter({ hasText: 'The third time!' }).waitFor()
    await page.getByLabel('Priority').selectOption('HIGH')
    await page.getByText('Priority changed from Urgent to High').waitFor()
    await page.getByLabel('Assignee').selectOption({ value: person.actor.id })
    await page.getByRole('button', { name: 'Resolve' }).click()
    await page.getByRole('button', { name: 'Reopen' }).waitFor()
    await shoot(page, 'support-ticket.png')

    const seen = (await ours.buyer.get(`${url}/${id}`)).body.data
    expect(seen.state).toBe('RESOLVED')
    expect(seen.assignee).toEqual({ kind: 'AGENT', name: person.actor.name })
    expect(seen).toMatchObject({ priority: 'HIGH' })
    expect(seen.messages).toHaveLength(2)
    expect(await page.title()).not.toBe('owned')
  })

  it('shows the whole mail of a message that is only a part of it', async () => {
    const id = await aTicket()
    const [message] = (await ours.buyer.get(`${url}/${id}`)).body.data.messages
    const mail = `${hostile}\n\nOn Monday Ada wrote:\n> ${hostile} of old`
    await sql`
      with marked as (
        update support.messages set shortened = true, via = 'EMAIL'
        where company_id = ${ours.companyId} and ticket_id = ${id} and id = ${message.id}
        returning company_id, ticket_id, id
      )
      insert into support.mail_texts select company_id, ticket_id, id, ${mail} from marked
    `.execute(world.parts.platform.database.pool)
    await open(`/admin/support?ticket=${id}`)
    const summary = page.getByText('Show the whole mail')
    await summary.waitFor()
    expect(await page.getByText('of old').count()).toBe(0)
    await summary.click()
    await page.getByText('of old').waitFor()
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'support-whole-mail.png')
    expect(await page.title()).not.toBe('owned')
  })

  it('sends files to the customer, and shows what the API says about a file that it refuses', async () => {
    const id = await aTicket()
    await open(`/admin/support?ticket=${id}`)
    const field = page.locator('input[type=file]')
    const file = (name: string, content: string) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from(content, 'latin1'),
    })
    await field.setInputFiles(file('virus.exe', 'MZ\x90\0'))
    await page
      .getByRole('alert')
      .filter({ hasText: 'The type of the attachment is not supported' })
      .waitFor()
    await field.setInputFiles([file(hostile, 'A label.'), file('wrong.txt', 'Wrong.')])
    await page.getByRole('button', { name: 'Remove wrong.txt' }).click()
    await page.getByRole('textbox', { name: 'Message' }).fill('Here is the label.')
    await shoot(page, 'support-files.png')
    await page.getByRole('button', { name: 'Send to the customer' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Here is the label.' }).waitFor()

    const { messages } = (await ours.buyer.get(`${url}/${id}`)).body.data
    const [attachment, ...others] = messages[1].attachments
    expect([attachment.mediaType, others]).toEqual(['text/plain', []])
    const { pathname, search } = new URL(attachment.signedUrl)
    expect(await (await fetch(`${world.baseUrl}${pathname}${search}`)).text()).toBe('A label.')
    expect(await page.title()).not.toBe('owned')
  })

  it('leads from what the ticket is about to the page of it', async () => {
    const { id: productId } = await aProduct(world.parts.platform.database, { onHand: 50 })
    const version = await fillCart(ours.buyer, [{ productId, quantity: 2 }])
    const { orderId, payment } = await buyByCard(ours.buyer, version)
    const links = [
      { type: 'order', id: orderId },
      { type: 'line', id: `${orderId}/1` },
      { type: 'payment', id: payment.id },
      { type: 'product', id: productId },
    ]
    await open(`/admin/support?ticket=${await aTicket({ links })}`)
    const { number } = (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data
    const productName = (await ours.buyer.get(`/api/v1/products/${productId}`)).body.data.name
    const shown = [number, `${number}/1`, payment.id, productName]
    for (const name of shown) await page.getByRole('link', { name, exact: true }).waitFor()
    await page.getByRole('link', { name: `${number}/1` }).click()
    await page.waitForURL(`**/admin/orders/${orderId}`)
    await page.goBack()
    await page.getByRole('link', { name: payment.id }).click()
    await page.waitForURL(`**/admin/payments/${payment.id}`)
    await page.goBack()
    await page.getByRole('link', { name: productName, exact: true }).click()
    await page.waitForURL(`**/admin/records/${productId}`)
  })

  it('shows which target of a ticket was missed, in the queue and on its page', async () => {
    const id = await aTicket({ priority: 'URGENT' })
    await sql`
      update support.tickets
      set first_response_due_at = first_response_due_at - interval '10 days', available_at = now()
      where company_id = ${ours.companyId} and id = ${id}
    `.execute(world.parts.platform.database.pool)
    const breached = async () => (await ours.buyer.get(`${url}/${id}`)).body.data.breached
    await expect.poll(breached, { timeout: 30_000 }).toEqual(['FIRST_RESPONSE'])
    await open('/admin/support')
    const row = page.getByRole('row', { name: await numberOf(id) })
    await row.getByText(/late$/).waitFor()
    await row.getByRole('link').first().click()
    await page.getByRole('heading', { name: hostile }).waitFor()
    await page.getByText(/late$/).first().waitFor()
  })

  it('keeps its choice in the address, and fits a narrow window', async () => {
    const id = await aTicket()
    await page.setViewportSize({ width: 360, height: 800 })
    await open(`/admin/support?tickets=OPEN`)
    await page.getByRole('row', { name: await numberOf(id) }).waitFor()
    await page.getByLabel('State', { exact: true }).selectOption('Closed')
    await page.getByText('No row matches the filters.').waitFor()
    expect(page.url()).toContain('tickets=CLOSED')
    await page.goto(`${runtime.url}/admin/support?ticket=${id}`)
    await page.getByRole('heading', { name: hostile }).waitFor()
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overflow).toBeLessThanOrEqual(0)
  })

  it('says that a ticket is not there', async () => {
    await open('/admin/support?ticket=tkt_00000000000000000000000000')
    await page.getByRole('alert').filter({ hasText: 'There is no such ticket.' }).waitFor()
  })
})
