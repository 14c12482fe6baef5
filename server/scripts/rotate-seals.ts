// `npm run seal:rotate`: seals again, with the first key of DATA_ENCRYPTION_KEYS, everything that the other keys have sealed. It may
// run while the service does, may be interrupted and may run again. It prints what is left under each other key, and the API keys that
// get the first key only when they are used.
import { identitySettings, listKeysOfOlderPepper, peppersFrom } from '#modules/identity'
import { readSettings } from '#platform/config'
import { openDatabase } from '#platform/db'
import { platformSettings } from '#platform/deployment'
import { countSealed, createSeal, resealColumn, sealKeysFrom } from '#platform/seal'
import { sealedColumns, settingsSlices } from '../src/app/modules.ts'

const settings = readSettings(settingsSlices, process.env)
for (const { name, problem } of settings.problems) console.error(`${name} ${problem}`)
if (settings.problems.length > 0) process.exit(78)

const { DOCUMENT_DB_URL: url, DATA_ENCRYPTION_KEYS: keys } = settings.of(platformSettings)
const { JWT_REFRESH_SECRET: fallbackSecret = '', API_KEY_PEPPER } = settings.of(identitySettings)
if (!url || !keys) {
  console.error('Set DOCUMENT_DB_URL, and DATA_ENCRYPTION_KEYS with the new key first.')
  process.exit(78)
}

const ring = sealKeysFrom({ dataEncryptionKeys: keys, fallbackSecret })
const seal = createSeal(ring)
const [pepper] = peppersFrom(API_KEY_PEPPER, ring)
const database = openDatabase({ url, poolMax: 2, statementTimeoutMs: 60_000 })
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

const keysShownMax = 1_000
let left = 0
try {
  console.log(`Keys: ${seal.keyNames.join(', ')}. ${seal.keyNames[0]} seals.`)
  for (const column of sealedColumns) {
    const { resealed, broken } = await resealColumn(database, seal, column, stopping.signal)
    const { current, others } = await countSealed(database.pool, seal, column)
    left += others
    const place = `${column.table}.${column.column}`
    const trouble = broken > 0 ? `, ${broken} that no key opens` : ''
    console.log(`${place}: ${resealed} sealed anew, ${current} current, ${others} others${trouble}`)
  }
  const unused = await listKeysOfOlderPepper(database.pool, pepper.id, {
    now: new Date(),
    limit: keysShownMax,
  })
  for (const { companyId, id, lastUsedAt } of unused) {
    const use = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used'
    console.log(`API key ${id} of ${companyId} (${use}) ends with the older key unless it is used.`)
  }
} finally {
  await database.close()
}
console.log(left === 0 ? 'Nothing is left under an older key.' : `${left} are left: run it again.`)
process.exitCode = left === 0 ? 0 : 1
