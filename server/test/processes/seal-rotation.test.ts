import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { createSeal, sealKeysFrom } from '#platform/seal'

const script = fileURLToPath(new URL('../../scripts/rotate-seals.ts', import.meta.url))
const database = await useDatabase()

describe('npm run seal:rotate', () => {
  it('seals webhook secrets with the new key and reports progress', async () => {
    const now = new Date('2026-01-02T03:04:05Z')

    const oldKey = `k1:${randomBytes(32).toString('base64')}`

    const newKey = `k2:${randomBytes(32).toString('base64')}`

    const [companyId, id] = [newId('co', now), newId('whk', now)]
    const before = createSeal(sealKeysFrom({ dataEncryptionKeys: oldKey, fallbackSecret: '' }))
    const place = `${companyId}|webhooks.endpoints|${id}`
    await sql`
      insert into webhooks.endpoints
        (company_id, id, name, url, events, state, secret_sealed, created_at, updated_at, enabled_at)
      values (${companyId}, ${id}, 'ERP', 'https://erp.example.com/', array['*'], 'ACTIVE',
              ${before.seal('whsec_one', place)}, ${now}, ${now}, ${now})
    `.execute(database.pool)

    const { code, printed } = await rotate({
      DOCUMENT_DB_URL: database.url,
      DATA_ENCRYPTION_KEYS: `${newKey},${oldKey}`,
    })

    expect(code, printed).toBe(0)
    expect(printed).toContain(
      'webhooks.endpoints.secret_sealed: 1 sealed anew, 1 current, 0 others',
    )
    expect(printed).not.toContain(newKey.slice(3, 20))
    const { rows } = await sql<{ sealed: string }>`
      select secret_sealed as sealed from webhooks.endpoints where company_id = ${companyId}
    `.execute(database.pool)
    const after = createSeal(sealKeysFrom({ dataEncryptionKeys: newKey, fallbackSecret: '' }))
    expect(after.open(rows[0]?.sealed ?? '', place)).toBe('whsec_one')
  })

  it('names a missing setting', async () => {
    const { code, printed } = await rotate({})
    expect(code).toBe(78)
    expect(printed).toContain('DATA_ENCRYPTION_KEYS')
  })
})

async function rotate(env: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, APP_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: code as number, printed: out + error }
}
