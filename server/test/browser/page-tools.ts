import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Fields, buttons, links and pictures that assistive technology would announce as nothing but what they are. */
export async function unnamed(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot()
  const nameless =
    /^\s*- (?:button|link|textbox|checkbox|combobox|radio|img|table|region)(?: \[[^\]]*\])*:?$/
  return tree.split('\n').filter((line) => nameless.test(line))
}

/** For whoever wants to see what the tests saw, and names a folder for it: TEST_SCREENSHOTS. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.TEST_SCREENSHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, name), fullPage: true })
}

/** The hosts that the page asks, and the errors that it logs: a policy that it breaks is one of them. */
export function watchPage(page: Page): {
  readonly hosts: ReadonlySet<string>
  readonly errors: readonly string[]
} {
  const hosts = new Set<string>()
  const errors: string[] = []
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url())
    if (protocol.startsWith('http')) hosts.add(host)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return { hosts, errors }
}

/** Links, buttons and fields that are not within the width of the screen. */
export async function findPartsOffScreen(page: Page): Promise<string[]> {
  return page.locator('html').evaluate((root) => {
    const width = root.clientWidth
    const found = root.scrollWidth > width ? ['the page scrolls sideways'] : []
    for (const part of root.querySelectorAll('a[href], button, input, select, textarea, summary')) {
      const { left, right, width: own } = part.getBoundingClientRect()
      const isHidden = own <= 1 || part.closest('dialog:not([open])') !== null
      if (!isHidden && (left < 0 || right > width)) {
        found.push(`${part.tagName} ${part.textContent?.trim().slice(0, 40)}: ${left} to ${right}`)
      }
    }
    return found
  })
}
