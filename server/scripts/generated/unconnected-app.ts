import assert from 'node:assert/strict'
import { readSettings } from '#platform/config'
import { createLog, createMetrics } from '#platform/telemetry'
import type { App, AppParts } from '../../src/app/app.ts'
import { createApp } from '../../src/app/create-app.ts'
import { settingsSlices } from '../../src/app/modules.ts'
import { version } from '../../src/version.ts'

/** The whole product, ready to say what it has. It connects to nothing. */
export async function composeUnconnected(): Promise<App & { readonly parts: AppParts }> {
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
  const { parts } = app
  assert(parts, 'composed without its parts')
  return { ...app, parts }
}
