import { readFile, writeFile } from 'node:fs/promises'
import { readSettings } from '#platform/config'
import { createLog, createMetrics } from '#platform/telemetry'
import { createApp } from '../src/app.ts'
import { settingsSlices } from '../src/settings.ts'
import { version } from '../src/version.ts'

/** Writes openapi.json from the routes; with --check it fails on a difference instead. Nothing is connected to. */
const path = new URL('../../openapi.json', import.meta.url)
const settings = readSettings(
  settingsSlices,
  {},
  {
    DOCUMENT_DB_URL: 'postgres://nowhere.invalid/none',
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
const text = `${JSON.stringify(app.http.openapi(), null, 2)}\n`
await app.stop()

if (process.argv.includes('--check')) {
  const committed = await readFile(path, 'utf8').catch(() => '')
  if (committed !== text) {
    console.error('openapi.json is not what the routes say. Run `npm run openapi` and review it.')
    process.exitCode = 1
  }
} else {
  await writeFile(path, text)
  console.log('Written: openapi.json')
}
