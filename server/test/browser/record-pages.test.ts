import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { type AnAdminRuntime, anAdminRuntime } from '#testing/admin'
import { aProduct } from '#testing/catalog'
import { aHeldRate } from '#testing/fx'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { aKey, type Client } from '../journeys/client.ts'
import { shipTo } from '../journeys/purchase.ts'
import { aWorld, type CompanyOfWorld, type World } from '../journeys/world.ts'
import { buildPages } from './build-pages.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { shoot, unnamed } from './page-tools.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the pages of records, in a browser', () => {
  let world: World
  let runtime: AnAdminRuntime
  let browser: OpenBrowser
  let ours: CompanyOfWorld
  let operator: Client
  let person: APerson
  let context: BrowserContext
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    world = await aWorld()
    const { folder: webFolder } = await buildPages()
    const now = () => new Date()
    runtime = await anAdminRuntime({ apiUrl: world.baseUrl, now, isSecure: false, webFolder })
    browser = await openBrowser(chromium as string)
    ours = await world.company()
    operator = await world.operator()
    person = await anOperator()
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

  const anOperator = async (): Promise<APerson> => {
    const { database } = world.parts.platform
    return aPerson(database, { companyId: await aCompany(database), role: 'operator' })
  }
  const signIn = async ({ email, password }: APerson) => {
    // By its name: a form of the page that is being left may have another e-mail address.
    await page.locator('input[name=email]').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }
  /** Four pieces on net terms. */
  const anOrder = async (): Promise<string> => {
    const terms = { limit: { amount: '1000.00', currency: 'EUR' }, netDays: 30 }
    await operator.put(`/admin/companies/${ours.companyId}/credit-accounts/EUR`, terms)
    const { companyId: supplierCompanyId } = await world.company()
    const { id: productId } = await aProduct(world.parts.platform.database, {
      supplierCompanyId,
      unitPrice: '10.00',
      onHand: 9,
    })
    const draft = { lines: [{ productId, quantity: 4 }], shipTo, payment: { method: 'invoice' } }
    const placed = await ours.integration.post('/api/v1/orders', draft, { key: aKey() })
    return placed.body.data.order.id
  }
  const details = async () =>
    (await operator.get(`/admin/companies/${ours.companyId}/invoice-details`)).body.data
  const focused = () => page.evaluate('document.activeElement?.name')
  const saved = () => page.getByText('The invoice details are saved.').waitFor()

  describe('the invoice details of a company', () => {
    beforeEach(async () => {
      await page.goto(`${runtime.url}/admin/records/${ours.companyId}?tab=money`)
      await signIn(person)
      await page.getByLabel('IBAN').waitFor()
    })

    it('are entered with the keyboard, and each refusal is shown at its field', async () => {
      await page.getByLabel('IBAN').focus()
      await page.keyboard.type('DE89 3704 0044 0532 0130 01')
      await page.keyboard.press('Tab')
      await page.keyboard.type('COBADEFFX')
      await page.getByLabel('Name', { exact: true }).fill('Accounts')
      await page.getByLabel('Telephone').fill('+49 40 123456')
      await page.getByLabel('E-mail address of the contact').fill('accounts')
      await page.getByLabel('Scheme').fill('0088')
      await page.keyboard.press('Tab')
      await page.keyboard.type('4000001123453')
      await page.keyboard.press('Enter')

      await page.getByText('An e-mail address has one @, and a domain behind it.').waitFor()
      await expect.poll(focused).toBe('contact.email')
      await page.keyboard.type('@kabelwerk.example')
      await page.keyboard.press('Enter')
      const group = (name: string) => page.getByRole('group', { name })
      await group('Bank account').getByText('The check digits of the IBAN are wrong.').waitFor()
      await expect.poll(focused).toBe('bankAccount.iban')
      expect(await page.getByLabel('IBAN').getAttribute('aria-invalid')).toBe('true')
      expect(await details(), 'nothing of it').not.toHaveProperty('contact')

      await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
      await page.keyboard.press('Enter')
      await group('Bank account').getByText('A BIC has 8 or 11 characters').waitFor()
      await expect.poll(focused).toBe('bankAccount.bic')
      await page.getByLabel('BIC').fill('COBA')
      await page.keyboard.press('Enter')
      await expect.poll(() => group('Bank account').textContent()).toContain('at least 8')
      expect(await unnamed(page)).toEqual([])
      await shoot(page, 'invoice-details-refused.png')
      await page.getByLabel('BIC').fill('COBADEFFXXX')
      await page.keyboard.press('Enter')
      await expect.poll(focused).toBe('electronicAddress.id')
      await page.getByLabel('Address', { exact: true }).fill('4000001123452')
      await page.keyboard.press('Enter')
      await saved()
      expect(await details()).toMatchObject({
        bankAccount: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
        contact: { name: 'Accounts', phone: '+49 40 123456', email: 'accounts@kabelwerk.example' },
        electronicAddress: { scheme: '0088', id: '4000001123452' },
        profile: 'EN16931',
      })
      expect(await page.getByLabel('IBAN').inputValue()).toBe('DE89370400440532013000')
      await shoot(page, 'invoice-details.png')
    })

    it('show what a format still needs, and lose cleared fields', async () => {
      const phone = { name: 'Accounts', phone: '040 1234', email: 'accounts@kabelwerk.example' }
      const before = { contact: phone, buyerReference: 'A-1', electronicAddress: null }
      const path = `/admin/companies/${ours.companyId}/invoice-details`
      expect((await operator.patch(path, before)).status).toBe(200)
      await page.reload()
      await expect.poll(() => page.getByLabel('Buyer reference').inputValue()).toBe('A-1')

      await page.getByLabel('Format of the invoices').selectOption('XRechnung 3.0')
      await page.getByRole('button', { name: 'Save the invoice details' }).click()
      await page.getByText('XRechnung 3.0 needs more details of the company').waitFor()
      await page.getByText('Enter these first: an electronic address').waitFor()
      await expect.poll(focused).toBe('profile')
      await shoot(page, 'invoice-details-incomplete.png')
      await page.getByRole('button', { name: 'Undo my entries' }).click()
      await page.getByText('needs more details of the company').waitFor({ state: 'detached' })
      await page.getByLabel('Buyer reference').fill('')
      await page.getByLabel('Register of companies').fill('HRB 1234')
      await page.keyboard.press('Enter')
      await saved()
      const now = await details()
      expect(now).toMatchObject({
        contact: phone,
        legalRegistration: 'HRB 1234',
        profile: 'EN16931',
      })
      expect(now).not.toHaveProperty('buyerReference')
    })

    it('fit on a phone', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    })

    it('name the numbers as the company’s country does', async () => {
      const company = { name: 'Denki Shokai', currency: 'EUR', country: 'JP', supplier: true }
      const { id } = (await operator.post('/admin/companies', company)).body.data
      await page.goto(`${runtime.url}/admin/records/${id}?tab=money`)
      await page.getByText('Qualified invoice issuer number, such as T7000012050002.').waitFor()
      await page.getByText('Corporate number, such as 7000012050002.').waitFor()
      await page.getByLabel('Tax office').fill('7000012050002')
      await page.keyboard.press('Enter')
      await page.getByText('of JP looks like T7000012050002.').waitFor()
      await expect.poll(focused).toBe('taxRegistration')
      await page.keyboard.press('Home')
      await page.keyboard.type('T')
      await page.keyboard.press('Enter')
      await saved()
      const { data } = (await operator.get(`/admin/companies/${id}/invoice-details`)).body
      expect(data).toMatchObject({ taxRegistration: 'T7000012050002' })
    })

    it('are saved after a step-up with the password', async () => {
      await endStepUp(person)
      await page.getByLabel('IBAN').fill('NL91 ABNA 0417 1643 00')
      await page.keyboard.press('Enter')
      await page.getByLabel('Your password').waitFor()
      expect(await unnamed(page)).toEqual([])
      await page.keyboard.press('Enter')
      await page.getByText('Enter your password.').waitFor()
      await page.keyboard.type('not the password')
      await page.keyboard.press('Enter')
      await page.getByText('The password or the second factor is wrong.').waitFor()
      await page.keyboard.type(person.password)
      await shoot(page, 'invoice-details-step-up.png')
      await page.keyboard.press('Enter')
      await saved()
      expect(await details()).toMatchObject({ bankAccount: { iban: 'NL91ABNA0417164300' } })
    })

    it('are saved after a step-up with the second factor of an operator who has one', async () => {
      const { identity } = world.parts.modules
      const cautious = await anOperator()
      const { secret } = await identity.enrolTotp(cautious.actor)
      const codeAt = (timestamp: number) =>
        new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
      const recoveryCodes = await identity.confirmTotp(cautious.actor, codeAt(Date.now()))
      await page.getByRole('button', { name: 'Sign out' }).click()
      await signIn(cautious)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
      await page.keyboard.press('Enter')
      await page.getByLabel('IBAN').waitFor()
      await endStepUp(cautious)

      await page.getByLabel('Tax office').fill('181/815/08155')
      await page.keyboard.press('Enter')
      await page.getByLabel('Your password').waitFor()
      await page.keyboard.type(cautious.password)
      await page.keyboard.press('Enter')
      await page.getByLabel('Code of your authenticator app').waitFor()
      await page.keyboard.type(codeAt(Date.now() + 30_000))
      await page.keyboard.press('Enter')
      await saved()
      expect(await details()).toMatchObject({ taxRegistration: '181/815/08155' })
    })

    /** As if the operator had signed in an hour ago. */
    async function endStepUp({ actor }: APerson) {
      await sql`
      /* across companies: the person has the sessions of its own tests alone */
      update identity.sessions set created_at = now() - interval '1 hour',
        authenticated_at = now() - interval '1 hour'
      where user_id = ${actor.id}
    `.execute(world.parts.platform.database.pool)
      world.parts.modules.identity.forgetCredentials()
    }
  })

  it('a rate that moved too far is held, and an operator releases it', async () => {
    const { database } = world.parts.platform
    const ratesOf = async () => (await operator.get('/api/v1/fx/rates')).body.data?.rates
    await expect.poll(ratesOf).toBeDefined()
    await aHeldRate(database, new Date())
    await page.goto(`${runtime.url}/admin/operations`)
    await signIn(person)

    const table = page.getByRole('table', { name: 'Held exchange rates' })
    const row = table.getByRole('row').filter({ hasText: 'TRY for one EUR' })
    await row.waitFor()
    expect(await row.textContent()).toMatch(/65.*50.*30 %/)
    await page.getByRole('button', { name: 'Release the rate of TRY' }).click()
    await row.getByText('Prices then use 65 TRY for one EUR.').waitFor()
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'held-rates.png')
    await row.getByRole('button', { name: 'Release', exact: true }).click()

    await page.getByText('No exchange rate is held.').waitFor()
    await page.getByRole('status').filter({ hasText: 'The rate of TRY is released.' }).waitFor()
    await expect.poll(async () => (await ratesOf()).TRY).toBe('65')
  })

  it('an order is shown with its parts; an operator refunds a line and cancels the rest', async () => {
    const orderId = await anOrder()
    await operator.post(`/api/v1/orders/${orderId}/confirm`, {}, { key: aKey() })
    const parcel = { lines: [{ lineNumber: 1, quantity: 1 }], carrier: 'DHL' }
    await operator.post(`/api/v1/orders/${orderId}/shipments`, parcel, { key: aKey() })
    const { body: order } = await ours.buyer.get(`/api/v1/orders/${orderId}`)
    const { paymentId, number } = order.data
    await page.goto(`${runtime.url}/admin/find?q=${orderId}`)
    await signIn(person)
    await page.getByRole('heading', { name: `Order ${number}` }).waitFor()
    await page.getByRole('link', { name: paymentId }).click()
    await page.getByRole('button', { name: `Capture payment ${paymentId}` }).click()
    await page.getByRole('button', { name: 'Capture the whole amount' }).click()
    await page.getByRole('table', { name: 'Ledger' }).getByText('Captured').waitFor()
    await page.getByRole('link', { name: number }).click()
    await page.getByRole('table', { name: 'Shipments' }).getByText('DHL').waitFor()
    // The supplier has a name on its line, and in the form that chooses it.
    const { supplierId } = order.data.lines[0]
    const supplier = (await operator.get(`/admin/companies/${supplierId}`)).body.data.name
    const lines = page.getByRole('table', { name: 'Lines' })
    await lines.getByRole('link', { name: supplier, exact: true }).waitFor()
    expect(await lines.textContent()).not.toContain(supplierId)
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'order.png')

    await page.getByRole('button', { name: `Refund a part of order ${number}` }).click()
    await page.getByRole('button', { name: 'Refund it' }).click()
    await page.getByText('Enter an amount, such as 12.50.').waitFor()
    await page.getByLabel('Amount in EUR').fill('2,50')
    await page.getByLabel('Reason').fill('One piece was scratched.')
    await page.getByRole('button', { name: 'Refund it' }).click()
    const tabs = page.getByRole('navigation', { name: 'Parts of the page' })
    await tabs.getByRole('link', { name: 'History' }).click()
    await page.getByText('Price reduced').waitFor()

    await page.getByRole('button', { name: `Cancel order ${number}` }).click()
    await page.getByLabel('Reason').fill('The supplier has no more of it.')
    await page.getByRole('button', { name: 'Cancel all that is not shipped' }).click()
    await tabs.getByRole('link', { name: 'Goods' }).click()
    await page.getByText('3 cancelled').waitFor()
    await tabs.getByRole('link', { name: 'History' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'The supplier has no more of it.' })
      .waitFor()
    await page
      .getByRole('table', { name: 'Versions' })
      .getByRole('row')
      .filter({ hasText: 'Cancelled' })
      .waitFor()
    const differences = page.getByRole('table', { name: 'Differences between two versions' })
    const cells = differences.getByRole('row').nth(1).getByRole('cell')
    await cells.first().waitFor()
    expect(await cells.allInnerTexts()).toEqual(['Quantity', '4', '1'])
    await shoot(page, 'order-versions.png')
    await page.getByLabel('with this version').selectOption('As ordered')
    await page.getByText('The two versions have the same quantities').waitFor()

    await page.getByRole('link', { name: paymentId }).click()
    await page.getByRole('heading', { name: `Payment ${paymentId}` }).waitFor()
    await page
      .getByRole('table', { name: 'Refunds' })
      .getByText('One piece was scratched.')
      .waitFor()
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'payment.png')
  })
})
