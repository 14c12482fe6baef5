import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { createSeal, sealKeysFrom } from '#platform/seal'
import { aChain, anEntry, drainAudit, noon } from './audit.fixture.ts'
import { anchorAuditChains, linkEntries, verifyAuditChain } from './index.ts'

const seal = createSeal(sealKeysFrom({ fallbackSecret: 'a secret of this installation' }))
const lines: { fields: object; message: string }[] = []
const log = { info: (fields: object, message: string) => lines.push({ fields, message }) }
const database = await useDatabase()

describe('the chain of a company', () => {
  it('is intact without tampering, and says what is not yet linked', async () => {
    await aChain(database, 'co_whole', 5)
    await anEntry(database, { companyId: 'co_whole' })

    expect(await verify('co_whole')).toEqual({ intact: true, length: 5, waiting: 1 })
    await drainAudit(database)
    expect(await verify('co_whole')).toEqual({ intact: true, length: 6, waiting: 0 })
    expect(await verify('co_empty')).toEqual({ intact: true, length: 0, waiting: 0 })
  })

  it('contains each entry once, with many writers and linkers', async () => {
    const writing = Array.from({ length: 60 }, (_, place) =>
      anEntry(database, { companyId: `co_busy_${place % 3}` }),
    )
    const linking = Array.from({ length: 4 }, async () => {
      for (let turn = 0; turn < 10; turn += 1) await linkEntries(database)
    })
    await Promise.all([...writing, ...linking])
    await drainAudit(database)

    for (const companyId of ['co_busy_0', 'co_busy_1', 'co_busy_2']) {
      expect(await verify(companyId)).toEqual({ intact: true, length: 20, waiting: 0 })
    }
  })

  it.each([
    [
      'an entry was changed',
      `update platform.audit_entries set outcome = 'refused' where company_id = '$' and target_id = 'key_3'`,
      { intact: false, problem: 'entry_changed', sequence: 3 },
    ],
    [
      'an actor was put in',
      `update platform.audit_entries set actor_kind = 'person', actor_id = 'usr_2' where company_id = '$' and target_id = 'key_1'`,
      { intact: false, problem: 'entry_changed', sequence: 1 },
    ],
    [
      'an entry was deleted',
      `delete from platform.audit_entries where company_id = '$' and target_id = 'key_4'`,
      { intact: false, problem: 'entry_missing', sequence: 4 },
    ],
    [
      'an entry was deleted with its link',
      `with gone as (delete from platform.audit_links where company_id = '$' and sequence = 2 returning entry_id)
       delete from platform.audit_entries using gone where company_id = '$' and id = gone.entry_id`,
      { intact: false, problem: 'link_missing', sequence: 3 },
    ],
    [
      'two entries changed places',
      `update platform.audit_links set entry_id = case sequence when 2 then 'x' else entry_id end where company_id = '$'`,
      { intact: false, problem: 'entry_missing', sequence: 2 },
    ],
    [
      'an entry was slipped in',
      `insert into platform.audit_entries (company_id, id, occurred_at, action, target_type, target_id, outcome, details)
       values ('$', 'aud_false', now(), 'identity.api_key_created', 'api_key', 'key_x', 'done', '{}')`,
      { intact: false, problem: 'entry_stray' },
    ],
  ])('reveals that %s', async (what, statement, found) => {
    const companyId = `co_${what.replaceAll(' ', '_')}`
    await aChain(database, companyId, 5)
    await tamper(statement.replaceAll('$', companyId))

    expect(await verify(companyId)).toEqual(found)
  })
})

describe('the anchors', () => {
  it('are set as the chain grows, and written to the log', async () => {
    await aChain(database, 'co_anchored', 3)
    await anchor()
    lines.length = 0
    expect(await anchor()).toBe(0)
    expect(lines).toEqual([])

    await aChain(database, 'co_anchored', 2)
    expect(await anchor()).toBe(1)
    expect(lines).toMatchObject([{ fields: { chains: 1, digest: expect.any(String) } }])
    expect(await verify('co_anchored')).toEqual({ intact: true, length: 5, waiting: 0 })
  })

  it('reveal that the end was cut off', async () => {
    await aChain(database, 'co_cut', 4)
    await anchor()
    await tamper(`
      with gone as (delete from platform.audit_links where company_id = 'co_cut' and sequence >= 3 returning entry_id)
      delete from platform.audit_entries using gone where company_id = 'co_cut' and id = gone.entry_id`)

    expect(await verify('co_cut')).toEqual({ intact: false, problem: 'link_missing', sequence: 4 })
  })

  it('reveal that a whole chain was rewritten with new hashes', async () => {
    await aChain(database, 'co_forged', 2)
    await anchor()
    await tamper(`delete from platform.audit_links where company_id = 'co_forged'`)
    await tamper(`
      update platform.audit_entries set outcome = 'refused' where company_id = 'co_forged';`)
    await tamper(`
      insert into platform.audit_pending select company_id, arrival, id
      from platform.audit_entries where company_id = 'co_forged'`)
    await drainAudit(database)
    // The forger rewrites the hashes of the anchors too, but has no key to seal them.
    await tamper(`
      update platform.audit_anchors a set hash = l.hash from platform.audit_links l
      where a.company_id = 'co_forged' and l.company_id = a.company_id and l.sequence = a.sequence`)

    expect(await verify('co_forged')).toMatchObject({ intact: false, problem: 'anchor_broken' })
    const otherSeal = createSeal(
      sealKeysFrom({
        dataEncryptionKeys: `k1:${randomBytes(32).toString('base64')}`,
        fallbackSecret: '',
      }),
    )
    expect(await verifyAuditChain(database.pool, 'co_anchored', otherSeal)).toMatchObject({
      problem: 'anchor_broken',
    })
  })

  it('are immutable', async () => {
    await expect(
      sql`delete from platform.audit_anchors where company_id = 'co_anchored'`.execute(
        database.pool,
      ),
    ).rejects.toThrow('only ever added to')
  })
})

/** Changes that only the owner of the database can make: the triggers are off for these statements. */
async function tamper(statement: string): Promise<void> {
  await database.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
  })
}

const anchor = () => anchorAuditChains({ database, seal, now: () => noon, log })

const verify = (companyId: string) => verifyAuditChain(database.pool, companyId, seal)
