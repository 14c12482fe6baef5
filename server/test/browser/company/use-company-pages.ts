import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { aProduct } from '#testing/catalog'
import { type APerson, aPerson } from '#testing/identity'
import { type Client, createClient } from '../../journeys/client.ts'
import { giveCredit, shipTo } from '../../journeys/purchase.ts'
import { aWorld, type CompanyOfWorld, type World } from '../../journeys/world.ts'
import { buildPages } from '../build-pages.ts'
import { type OpenBrowser, openBrowser } from '../chromium.ts'
import { findPartsOffScreen, shoot } from '../page-tools.ts'

/** A name that would be markup or a script if a page did not escape it. */
export const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>"\'&'

type Role = NonNullable<Parameters<typeof aPerson>[1]['role']>
type Member = { readonly person: APerson; readonly client: Client }

type Part = {
  readonly name?: string
  readonly onHand: number
  readonly supplierCompanyId?: CompanyOfWorld['companyId']
}

const looks = [
  ['light', 360],
  ['dark', 1280],
  ['light', 2560],
] as const

/** The service with the pages of companies, a company with credit and an address, and a browser. For one `describe`. */
export function useCompanyPages(
  chromium: string,
  settings: NonNullable<Parameters<typeof aWorld>[0]>['settings'] = {},
) {
  let world: World
  let ours: CompanyOfWorld
  let browser: OpenBrowser
  let page: Page
  let context: BrowserContext | undefined
  let complaints: string[] = []

  beforeAll(async () => {
    const { company: companyPages } = await buildPages()
    world = await aWorld({ companyPages, settings })
    ours = await world.company()
    await giveCredit(world, ours.companyId, 1_000_000n)
    await ours.admin.post('/api/v1/addresses', {
      label: 'Warehouse',
      address: shipTo,
      defaultShipTo: true,
    })
    browser = await openBrowser(chromium)
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await world.close()
  })
  afterEach(async () => {
    await context?.close()
    const found = complaints
    complaints = []
    expect(found).toEqual([])
  })

  const aMember = async (role: Role, companyId = ours.companyId): Promise<Member> => {
    const person = await aPerson(world.parts.platform.database, { companyId, role })
    const { accessToken } = await world.parts.modules.identity.signIn(person)
    return { person, client: createClient(world.baseUrl, { bearer: accessToken }) }
  }
  const signIn = async ({ email, password }: APerson): Promise<void> => {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
  }
  const arrive = async (options: Parameters<OpenBrowser['newPerson']>[0] = {}): Promise<void> => {
    context = await browser.newPerson(options)
    page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => complaints.push(`a script ran: ${dialog.message()}`))
    page.on('console', (message) => {
      if (/Content Security Policy|violates/.test(message.text())) complaints.push(message.text())
    })
  }
  return {
    get world() {
      return world
    },
    get ours() {
      return ours
    },
    get page() {
      return page
    },
    aMember,
    aBuyer: () => aMember('buyer'),
    aPart: ({ name = 'Red hammer', ...part }: Part) =>
      aProduct(world.parts.platform.database, { name, unitPrice: '100.00', ...part }),
    /** A new browser, in which nobody is signed in. */
    arrive,
    signIn,
    /** Opens a page in a new browser, as this person. */
    visit: async (person: APerson, path: string): Promise<void> => {
      await arrive()
      await page.goto(`${world.baseUrl}${path}`)
      await signIn(person)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    /** The page has no violation that axe finds, and everything on it is on the screen. */
    check: (path: string) => check(page, world.baseUrl, path),
    /** The same for the page as it is now. */
    checkLooks: (name: string) => checkLooks(page, name),
  }
}

async function check(page: Page, baseUrl: string, path: string): Promise<void> {
  await page.goto(`${baseUrl}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const [, place = '', id] = path.split(/[/?]/)
  await checkLooks(page, `${place || 'search'}${id === undefined ? '' : '-one'}`)
}

async function checkLooks(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width] of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await shoot(page, `company-${name}-${width}.png`)
    expect(await findPartsOffScreen(page), `${name} at ${width} pixels`).toEqual([])
    if (width === 2560) continue
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)
    expect(found, `${name} in ${colorScheme}`).toEqual([])
  }
}
