import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { definedFailures } from '#kernel/failure'
import { readSettings } from '#platform/config'
import { createLog, createMetrics } from '#platform/telemetry'
import { createApp } from '../src/app/create-app.ts'
import { settingsSlices } from '../src/app/modules.ts'
import { version } from '../src/version.ts'
import { eventPage } from './event-page.ts'
import { failurePage } from './failure-page.ts'

/**
 * Writes openapi.json from the routes, docs/events.md from the kinds of events and docs/failure-codes.md from the failures. With
 * --check it writes nothing, and fails on a difference. It connects to nothing.
 */
const settings = readSettings(
  settingsSlices,
  {},
  {
    DOCUMENT_DB_URL: 'postgres://127.0.0.1:1/none',
    CACHE_URL: 'memory:',
    JWT_ACCESS_SECRET: 'no token is ever signed with this 1',
    JWT_REFRESH_SECRET: 'no token is ever signed with this 2',
  },
)
const app = createApp({
  settings,
  log: createLog({ level: 'silent' }),
  metrics: createMetrics(),
  now: () => new Date(0),
  version,
})
await app.http.ready()
assert(app.parts, 'composed without its parts')
const documents = {
  'openapi.json': `${JSON.stringify(app.http.openapi(), null, 2)}\n`,
  'docs/failure-codes.md': failurePage(definedFailures()),
  'docs/events.md': eventPage(app.parts.modules.webhooks.kinds),
}
await app.stop()

for (const [name, text] of Object.entries(documents)) {
  const path = new URL(`../../${name}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    await writeFile(path, text)
    console.log(`Written: ${name}`)
  } else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
    console.error(`${name} is not what the code says. Run \`npm run openapi\` and review it.`)
    process.exitCode = 1
  }
}
