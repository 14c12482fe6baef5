import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { authorize as german } from '../../src/pages/messages/de/authorize.ts'
import { authorize as english } from '../../src/pages/messages/en/authorize.ts'
import { authorize as french } from '../../src/pages/messages/fr/authorize.ts'
import { askFor } from '../journeys/oauth-world.ts'
import { type AuthorizeService, anAuthorizeService, scopesAsked } from './authorize-service.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { expectToFit, patternsOfTranslated, shownTexts } from './page-language.ts'

const chromium = findChromium()
const messages = { de: german, fr: french }

describe.skipIf(!chromium)('the authorization pages in other languages', () => {
  let service: AuthorizeService
  let browser: OpenBrowser
  let context: BrowserContext | undefined

  beforeAll(async () => {
    service = await anAuthorizeService()
    browser = await openBrowser(chromium as string)
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await service.close()
  })
  afterEach(() => context?.close())

  async function arrive(locale: string, overrides: Record<string, string> = {}): Promise<Page> {
    context = await browser.newPerson({ locale, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(requestUrl(overrides))
    return page
  }

  const requestUrl = (overrides: Record<string, string>) =>
    askFor(service.world.baseUrl, service.app.clientId, {
      redirect_uri: service.partner.callback,
      scope: scopesAsked.join(' '),
      ...overrides,
    }).url

  async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
    await page.locator('#email').fill(who.email)
    await page.locator('#password').fill(who.password)
    await page.locator('button.primary').click()
  }

  async function expectTranslated(page: Page, language: 'de' | 'fr', name: string) {
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    const patterns = patternsOfTranslated(english, messages[language])
    const texts = await shownTexts(page)
    const left = texts.filter((text) => patterns.some((pattern) => pattern.test(text)))
    expect(left, name).toEqual([])
    await expectToFit(page, `authorize-${name}-${language}`)
  }

  it.each(['de', 'fr'] as const)('are in %s when the app asks for it', async (language) => {
    const wanted = { ui_locales: `xx ${language}-CH en` }
    const page = await arrive('en-GB', wanted)
    await expectTranslated(page, language, 'sign-in')
    const person = await service.world.person()
    await signIn(page, { ...person, password: 'not the right one' })
    await page.getByText(messages[language]['problem.credentials']).waitFor()
    await expectTranslated(page, language, 'refused')
    await signIn(page, person)
    await page.getByRole('checkbox').first().waitFor()
    await expectTranslated(page, language, 'consent')
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
    await page.locator('button.primary').click()
    await page.getByText(messages[language]['consent.nothingTicked']).waitFor()
    await expectTranslated(page, language, 'nothing-ticked')

    await page.goto(requestUrl({ ...wanted, redirect_uri: 'https://evil.example/' }))
    await page.getByRole('heading', { name: messages[language]['message.title'] }).waitFor()
    await expectTranslated(page, language, 'message')
  })

  it.each(['de', 'fr'] as const)('ask for a second factor in %s', async (language) => {
    const person = await service.world.person()
    const { identity } = service.world.parts.modules
    const { secret } = await identity.enrolTotp(person.actor)
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await identity.confirmTotp(person.actor, totp.generate())
    const page = await arrive(language)
    await signIn(page, person)
    await page.locator('#code').fill('000000')
    await page.locator('button.primary').click()
    await page.getByText(messages[language]['problem.wrongCode']).waitFor()
    await expectTranslated(page, language, 'code')
  })

  it('are in the language of the browser, and in English for other languages', async () => {
    for (const [locale, language] of [
      ['fr-CA', 'fr'],
      ['de', 'de'],
      ['ja', 'en'],
    ] as const) {
      const page = await arrive(locale)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await context?.close()
    }
    const page = await arrive('de', { ui_locales: '<script> xx-!! zz' })
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
  })
})
