import type { Database } from '#platform/db'
import { linkEntries } from './link-entries.ts'
import { type Audited, recordAudit } from './record-audit.ts'

export const noon = new Date('2026-01-02T12:00:00Z')

/** Writes a number of entries to the log of a company, and links all of them. */
export async function aChain(database: Database, companyId: string, length: number): Promise<void> {
  for (let place = 1; place <= length; place += 1) {
    await anEntry(database, { companyId, target: { type: 'api_key', id: `key_${place}` } })
  }
  await drainAudit(database)
}

export async function anEntry(database: Database, some: Partial<Audited> = {}): Promise<void> {
  await database.transaction(async (tx) =>
    recordAudit(tx, {
      companyId: 'co_1',
      action: 'identity.api_key_created',
      target: { type: 'api_key', id: 'key_1' },
      outcome: 'done',
      details: { scopes: ['orders:read'], ä: 1.5 },
      now: noon,
      ...some,
    }),
  )
}

export async function drainAudit(database: Database): Promise<void> {
  while ((await linkEntries(database)) > 0);
}
