import { describe, expect, it } from 'vitest'
import { useReceiver } from '#testing/webhooks'
import { createClient } from '../../journeys/client.ts'
import { findChromium } from '../chromium.ts'
import { hostile, useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()
const receiver = await useReceiver()

describe.skipIf(!chromium)('the pages on which a company connects its systems', () => {
  const pages = useCompanyPages(chromium as string)
  const { aMember, aBuyer, visit, checkLooks } = pages

  it('make API keys whose secret is shown once, replace them and revoke them', async () => {
    const { person } = await aMember('company_admin')
    await visit(person, '/company/keys')
    const { page, world } = pages
    await page.getByRole('button', { name: 'Create an API key' }).click()
    await page.getByLabel('Name').fill(hostile)
    await page.getByLabel('see orders').check()
    await page.getByRole('button', { name: 'Create the key' }).click()
    const secret = page.getByRole('status').locator('code')
    const key = (await secret.textContent()) ?? ''
    const calls = () => createClient(world.baseUrl, { apiKey: key }).get('/api/v1/orders')
    expect((await calls()).status).toBe(200)
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await secret.waitFor({ state: 'detached' })
    const row = page.getByRole('row').filter({ hasText: key.slice(-4) })
    await checkLooks('keys')

    await row.getByRole('button', { name: /^Replace the key/ }).click()
    await row.getByLabel(/^The old one still works/).selectOption('for an hour')
    await row.getByRole('button', { name: 'Replace it now' }).click()
    await secret.waitFor()
    expect(await secret.textContent()).not.toBe(key)
    await row.getByText('A new key replaces it.').waitFor()
    await row.getByRole('button', { name: /^Revoke the key/ }).click()
    await row.getByRole('button', { name: 'Revoke it' }).click()
    await row.getByText(/^Revoked/).waitFor()
    expect((await calls()).status).toBe(401)
    await page.getByLabel('State').selectOption('Active')
    await row.waitFor({ state: 'detached' })
  })

  it('add partner apps with a secret, and revoke them', async () => {
    const { person } = await aMember('company_admin')
    await visit(person, '/company/apps')
    const { page } = pages
    await page.getByText('The company has no partner app.').waitFor()
    await page.getByRole('button', { name: 'Add a partner app' }).click()
    await page.getByLabel('Name').fill('Expense helper')
    await page.getByLabel(/^Addresses to return to/).fill('ftp://helper.example/back')
    await page.getByLabel('see orders').check()
    await page.getByRole('button', { name: 'Add the app' }).click()
    await page.getByRole('form').getByRole('alert').waitFor()
    await page.getByLabel(/^Addresses to return to/).fill('https://helper.example/back')
    await page.getByRole('button', { name: 'Add the app' }).click()
    await page.getByText(/^Copy the secret of Expense helper now/).waitFor()
    await checkLooks('apps')
    const row = page.getByRole('row', { name: /Expense helper/ })
    await row.getByRole('button', { name: 'Revoke the app Expense helper' }).click()
    await row.getByRole('button', { name: 'Revoke it' }).click()
    await row.getByText(/^Revoked, /).waitFor()
  })

  it('send events to webhooks, show what receivers answered, and send again what failed', async () => {
    const { person } = await aMember('company_admin')
    receiver.answers({ status: 500, body: 'The receiver is out of order.' })
    await visit(person, '/company/webhooks')
    const { page } = pages
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    await page.getByLabel(/^Address of the receiver/).fill(receiver.url)
    await page.getByLabel(/^Name/).fill('ERP')
    await page.getByLabel(/^Everything/).uncheck()
    await page.getByText('order', { exact: true }).click()
    await page.getByLabel('All of order', { exact: true }).check()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Copy the secret of ERP now: it is not shown again.').waitFor()
    const row = page.getByRole('row', { name: /ERP/ })
    await row.getByText('order.*').waitFor()
    await row.getByRole('button', { name: 'Test ERP' }).click()
    await row.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('A test is on its way to ERP.').waitFor()
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(0)
    await checkLooks('webhooks')

    await row.getByRole('link', { name: 'ERP' }).click()
    const delivery = page.getByRole('row', { name: /webhook\.test/ })
    await expect
      .poll(
        async () => {
          await page.reload()
          return delivery.getByText('500').count()
        },
        { timeout: 30_000 },
      )
      .toBe(1)
    await delivery.getByRole('button', { name: /^Attempts/ }).click()
    await page.getByText('Show them').first().click()
    await page.getByText('The receiver is out of order.').first().waitFor()
    await checkLooks('webhook')
    await page.getByRole('button', { name: 'Send all that failed again' }).click()
    await page.getByLabel('Since').fill('2020-01-01')
    await page.getByRole('button', { name: 'Send again now' }).click()
    await page.getByText('What you chose is being sent again.').waitFor()

    await page.getByRole('link', { name: 'Webhooks' }).click()
    await row.getByRole('button', { name: 'Pause ERP' }).click()
    await row.getByRole('button', { name: 'Pause it' }).click()
    await row.getByText('Paused').waitFor()
    await row.getByRole('button', { name: 'Delete ERP' }).click()
    await row.getByRole('button', { name: 'Delete the webhook' }).click()
    await page.getByText('ERP is deleted.').waitFor()
    await page.getByText(/^The company has no webhook/).waitFor()
  })

  it('are for administrators', async () => {
    const { person } = await aBuyer()
    await visit(person, '/company/keys')
    const { page } = pages
    await page.getByText(/^This page is for people with another role/).waitFor()
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Create an API key' }).count()).toBe(0)
  })
})
