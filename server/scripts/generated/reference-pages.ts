import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { definedFailures } from '#kernel/failure'
import { definedRoles } from '#kernel/roles'
import type { App, AppParts } from '../../src/app/app.ts'
import { settingsSlices } from '../../src/app/modules.ts'
import { eventPage } from './event-page.ts'
import { failurePage } from './failure-page.ts'
import { listPage } from './list-page.ts'
import { rolePage } from './role-page.ts'
import { settingPage } from './setting-page.ts'

const root = join(import.meta.dirname, '../../..')
const pages = [
  'docs/failure-codes.md',
  'docs/events.md',
  'docs/all-lists.md',
  'docs/roles.md',
  'docs/settings.md',
] as const
const sources = [
  'openapi.json',
  'server/src/kernel/roles.ts',
  ...[
    'event-page',
    'failure-page',
    'list-page',
    'role-page',
    'setting-page',
    'reference-pages',
  ].map((name) => `server/scripts/generated/${name}.ts`),
]

/**
 * Writes docs/events.md from the kinds of events, docs/failure-codes.md from the failures, docs/all-lists.md from the contract,
 * docs/roles.md from the roles and docs/settings.md from the settings. They are not committed. Every command that needs them writes them first, which costs nothing while none of these has changed.
 */
export async function writeReferencePages(): Promise<void> {
  const heading = await headingOf()
  const written = await Promise.all(
    pages.map((page) => readFile(join(root, page), 'utf8').catch(() => '')),
  )
  if (written.every((text) => text.includes(heading))) return
  const { composeUnconnected } = await import('./unconnected-app.ts')
  const app = await composeUnconnected()
  await writeReferencePagesOf(app)
  await app.stop()
}

/** The same from a product that is composed already. */
export async function writeReferencePagesOf(app: Pick<App, 'http'> & { readonly parts: AppParts }) {
  const heading = await headingOf()
  const { kinds } = app.parts.modules.webhooks
  const texts = {
    'docs/failure-codes.md': failurePage(definedFailures()),
    'docs/events.md': eventPage(kinds),
    'docs/all-lists.md': listPage(app.http.openapi()),
    'docs/roles.md': rolePage(definedRoles),
    'docs/settings.md': settingPage(settingsSlices),
  }
  for (const page of pages) {
    // A reader gets the old page or the new one, never half of it.
    const temporary = join(root, `${page}.${process.pid}`)
    await writeFile(temporary, texts[page].replace('\n\n', `\n\n${heading}\n\n`))
    await rename(temporary, join(root, page))
  }
}

/** It names what the pages are made of: of an event, openapi.json has all but its version and its entity. */
async function headingOf(): Promise<string> {
  const madeFrom = createHash('sha256')
  const defining = globSync(['server/src/**/*events.ts', 'server/src/**/*settings.ts'], {
    cwd: root,
  }).sort()
  for (const path of [...sources, ...defining]) madeFrom.update(await readFile(join(root, path)))
  return `<!-- Written by \`npm run openapi\` from the code. Made from ${madeFrom.digest('hex')} -->`
}
