import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of a Chromium. An empty TEST_CHROMIUM means: leave the browser tests out. */
export function findChromium(): string | undefined {
  const named = process.env.TEST_CHROMIUM
  if (named !== undefined) return named !== '' && existsSync(named) ? named : undefined
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync)
}

/** Some machines have no way to the internet, and a browser that looks for its maker there gets in its own way. */
const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export type OpenBrowser = {
  /** Each with its own cookies, as for another person. */
  newPerson(options?: BrowserContextOptions): Promise<BrowserContext>
  close(): Promise<void>
}

export async function openBrowser(executablePath: string): Promise<OpenBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-browser-'))
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    args: [...quietArguments, `--disk-cache-dir=${folder}`],
  })
  return {
    newPerson: async (options = {}) => {
      const context = await browser.newContext({ locale: 'en-GB', ...options })
      context.setDefaultTimeout(90_000)
      return context
    },
    close: async () => {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
