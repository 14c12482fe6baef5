import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnAdminRuntime, anAdminRuntime } from '#testing/admin'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { aWorld, type CompanyOfWorld, type World } from '../journeys/world.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { buildPages } from './operator-service.ts'
import { shoot, unnamed } from './page-tools.ts'

const chromium = findChromium()
const url = '/api/v1/support/tickets'
const hostile = '<img src=x onerror="document.title=\'owned\'"> boxes'

describe.skipIf(!chromium)('the support page of operators, in a browser', () => {
  let world: World
  let pages: Awaited<ReturnType<typeof buildPages>>
  let runtime: AnAdminRuntime
  let browser: OpenBrowser
  let ours: CompanyOfWorld
  let person: APerson
  let context: BrowserContext
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    world = await aWorld()
    pages = await buildPages()
    const now = () => new Date()
    const { folder: webFolder } = pages
    runtime = await anAdminRuntime({ apiUrl: world.baseUrl, now, isSecure: false, webFolder })
    browser = await openBrowser(chromium as string)
    ours = await world.company()
    const { database } = world.parts.platform
    person = await aPerson(database, { companyId: await aCompany(database), role: 'operator' })
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await runtime.close()
    await pages.remove()
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

  it('leads from the queue to the ticket, where the operator answers, notes, assigns and resolves', async () => {
    const body = new Blob([new Uint8Array(Buffer.from('A text.'))], { type: 'text/plain' })
    const file = await ours.buyer.post('/api/v1/support/attachments?name=boxes.txt', body)
    const id = await aTicket({ priority: 'URGENT', attachmentIds: [file.body.data.id] })
    const low = await aTicket({ priority: 'LOW' })
    await open('/admin/support')
    await page.getByRole('link', { name: hostile }).first().waitFor()
    const rows = await page.locator('tbody tr').allTextContents()
    const [first, second] = [id, low].map((ticket) => rows.findIndex((row) => row.includes(ticket)))
    expect(first).toBeLessThan(second ?? -1)
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'support-queue.png')

    await page.getByRole('row', { name: id }).getByRole('link').first().click()
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
    await page.getByLabel('Assignee').selectOption({ value: person.actor.id })
    await page.getByRole('button', { name: 'Resolve' }).click()
    await page.getByRole('button', { name: 'Reopen' }).waitFor()
    await shoot(page, 'support-ticket.png')

    const seen = (await ours.buyer.get(`${url}/${id}`)).body.data
    expect(seen.state).toBe('RESOLVED')
    expect(seen.assignee).toEqual({ kind: 'AGENT', name: person.actor.name })
    expect(seen.messages).toHaveLength(2)
    expect(await page.title()).not.toBe('owned')
  })

  it('keeps its choice in the address, and fits a narrow window', async () => {
    const id = await aTicket()
    await page.setViewportSize({ width: 360, height: 800 })
    await open(`/admin/support?tickets=OPEN`)
    await page.getByRole('row', { name: id }).waitFor()
    await page.getByLabel('Which tickets').selectOption('CLOSED')
    await page.getByText('There is none.').waitFor()
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
