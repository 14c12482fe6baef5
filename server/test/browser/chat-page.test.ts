import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnAdminRuntime, anAdminRuntime } from '#testing/admin'
import { aProduct } from '#testing/catalog'
import { answerJson, useCompanion } from '#testing/hosts/companion'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { extractBrief } from '../../src/agent/extract-brief.ts'
import { aWorld, type World } from '../journeys/world.ts'
import { buildPages } from './build-pages.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { englishIn, expectToFit } from './page-language.ts'
import { shoot, unnamed } from './page-tools.ts'

const chromium = findChromium()
const companion = await useCompanion()

/** The page on which a chat and its brief are tried side by side. */
describe.skipIf(!chromium)('the chat page, in a browser', () => {
  let world: World
  let runtime: AnAdminRuntime
  let browser: OpenBrowser
  let person: APerson

  beforeAll(async () => {
    world = await aWorld({ settings: { AI_AGENT_BASE_URL: companion.url } })
    const now = () => new Date()
    const { folder: webFolder } = await buildPages()
    runtime = await anAdminRuntime({ apiUrl: world.baseUrl, now, isSecure: false, webFolder })
    browser = await openBrowser(chromium as string)
    const { database } = world.parts.platform
    person = await aPerson(database, { companyId: await aCompany(database), role: 'operator' })
    await aProduct(database, { name: 'Office chair Ergo', onHand: 500 })
    await aProduct(database, { name: 'Office chair Basic', onHand: 500 })
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await runtime?.close()
    await world?.close()
  })

  async function arrive(options: object): Promise<Page> {
    const context = await browser.newPerson(options)
    const page = await context.newPage()
    await page.goto(`${runtime.url}/admin/chat`)
    await page.locator('input[name=email]').fill(person.email)
    await page.locator('input[name=password]').fill(person.password)
    await page.keyboard.press('Enter')
    await page.locator('nav').waitFor()
    return page
  }

  it('goes with the keyboard from a message to a confirmed brief and a filled cart', async () => {
    const page = await arrive({ viewport: { width: 1280, height: 900 } })
    await page.getByRole('button', { name: 'Start a chat' }).press('Enter')
    const field = page.getByRole('textbox', { name: 'Message' })
    await field.fill('50 office chairs')
    await field.press('Enter')
    await page.getByText('To which country should we deliver?').waitFor()
    const quantity = page.getByRole('textbox', { name: 'Quantity of office chairs' })
    expect(await quantity.inputValue()).toBe('50')
    await shoot(page, 'chat-question-1280.png')

    await quantity.fill('60')
    await quantity.press('Enter')
    await page.getByText('entered by you').waitFor()
    await field.fill('To Graz, make it 45')
    await field.press('Enter')
    await page.getByText('Graz, AT').waitFor()
    expect(await quantity.inputValue()).toBe('60')

    await page.getByRole('button', { name: 'Confirm the brief and search' }).press('Enter')
    const choices = page.getByRole('group', { name: 'office chairs' }).getByRole('radio')
    await choices.first().waitFor()
    expect(await choices.count()).toBe(2)
    await choices.first().focus()
    await page.keyboard.press('ArrowDown')
    expect(await choices.nth(1).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Add to the cart' }).press('Enter')
    await page.getByText('1 line was added to the cart.').waitFor()
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'chat-final-1280.png')

    await page.reload()
    await page.getByText('50 office chairs', { exact: true }).waitFor()
    await page.context().close()
  })

  it.each([
    ['de', 'Das Sprachmodell konnte nicht helfen.'],
    ['fr', 'Le modèle de langage n’a pas pu aider.'],
  ] as const)('fits a phone in %s, without English', async (language, degraded) => {
    companion.answers((request, response) =>
      answerJson(response, {
        ...extractBrief(request),
        degraded: true,
        degradedReason: 'model_timeout',
      }),
    )
    const page = await arrive({
      locale: language === 'de' ? 'de-DE' : 'fr-FR',
      viewport: { width: 390, height: 844 },
    })
    await page.locator('main button').first().press('Enter')
    const field = page.locator('textarea').first()
    await field.fill('3 Drucker')
    await field.press('Enter')
    await page.locator('li').filter({ hasText: 'Drucker' }).last().waitFor()
    await page.locator('form input').first().waitFor()
    await page.getByText(degraded).waitFor()
    await shoot(page, `chat-${language}-390.png`)
    await expectToFit(page, `chat ${language}`)
    expect(await englishIn(page, language)).toEqual([])
    expect(await unnamed(page)).toEqual([])
    await page.context().close()
  })
})
