import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { LocalAccess } from '../src/start/seed-local.ts'
import { findChromium, openBrowser } from '../test/browser/chromium.ts'
import { findOrStartService } from './demo/find-or-start-service.ts'
import { playDailyLife } from './demo/play-daily-life.ts'
import { playMainJob } from './demo/play-main-job.ts'
import { createScene } from './demo/scene.ts'

/** `npm run screenshots`: the pictures of the README, from the running service with its sample data. */
const folder = fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
const size = { width: 1280, height: 860 }
const largestBytes = 200_000

const chromium = findChromium()
if (!chromium) throw new Error('No Chromium was found. Set TEST_CHROMIUM to its path.')
const service = await findOrStartService((sentence) => console.log(sentence))
const browser = await openBrowser(chromium)
try {
  await playMainJob(createScene(), service.access)
  const { orderId, webhookId } = await playDailyLife(service.access)
  await takeSearch(service.access)
  const person = await browser.newPerson({ viewport: size, colorScheme: 'light' })
  const page = await person.newPage()
  await signIn(page, service.access)
  await take(page, 'operations', '/admin/operations')
  await take(page, 'order', `/admin/orders/${orderId}`)
  await take(page, 'webhook', `/admin/records/${webhookId}`)
  await page.keyboard.press('Control+k')
  await page.locator('dialog input').fill('dead')
  await keep(page, 'commands')
} finally {
  await browser.close()
  await service.stop()
}

/** The catalogue, as a buyer sees it. */
async function takeSearch({ baseUrl, buyer }: LocalAccess): Promise<void> {
  const person = await browser.newPerson({ viewport: size, colorScheme: 'light' })
  const page = await person.newPage()
  await page.goto(baseUrl)
  await page.locator('input[name=email]').fill(buyer.email)
  await page.locator('input[name=password]').fill(buyer.password)
  await page.keyboard.press('Enter')
  await page.locator('article').first().waitFor()
  await take(page, 'search', '/?q=cat6+patch+cable+blue')
  await person.close()
}

async function signIn(page: Page, { adminUrl, operator }: LocalAccess): Promise<void> {
  await page.goto(adminUrl)
  await page.locator('input[name=email]').fill(operator.email)
  await page.locator('input[name=password]').fill(operator.password)
  await page.keyboard.press('Enter')
  await page.locator('nav').waitFor()
}

async function take(page: Page, name: string, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href)
  await page.locator('main h1').waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await keep(page, name)
}

/** Fewer colours make a picture of a page several times smaller, and nobody sees a difference. */
async function keep(page: Page, name: string): Promise<void> {
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, colours: 128, effort: 10 })
    .toBuffer()
  if (picture.length > largestBytes) throw new Error(`${name}.png has ${picture.length} bytes.`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.png`), picture)
  console.log(`docs/screenshots/${name}.png: ${Math.round(picture.length / 1_000)} kB`)
}
