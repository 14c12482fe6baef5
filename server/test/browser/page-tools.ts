import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Fields, buttons, links and pictures that assistive technology would announce as nothing but what they are. */
export async function unnamed(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot()
  const nameless =
    /^\s*- (?:button|link|textbox|combobox|radio|img|table|region)(?: \[[^\]]*\])*:?$/
  return tree.split('\n').filter((line) => nameless.test(line))
}

/** For whoever wants to see what the tests saw. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.TEST_SCREENSHOTS ?? join(tmpdir(), 'purveyor-screenshots')
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, name), fullPage: true })
}
