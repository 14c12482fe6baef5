import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshDatabase, useDatabase } from '#harness'
import { money } from '#kernel/money'
import { findCompany } from '#modules/identity'
import { sql } from '#platform/db'
import { anIdentity } from '#testing/identity-service'
import { usePaymentsWorld } from '#testing/payments'
import { useFolder } from '#testing/tools/folder'
import { seedLocal } from './seed-local.ts'

const addresses = {
  baseUrl: 'http://127.0.0.1:3000',
  adminUrl: 'http://127.0.0.1:3000/admin',
  docsUrl: 'http://127.0.0.1:3000/docs',
  receiverUrl: 'http://127.0.0.1:3001/receiver',
}
const now = () => new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
const identity = anIdentity({ database, now })
const world = await usePaymentsWorld(database, { now })
const folder = await useFolder()
// The sample catalogue has tests of its own, and is slow.
await sql`insert into imports.loads (name, lines_done, completed_at) values ('sample', 0, ${now()})`.execute(
  database.pool,
)

it('a later start keeps all changes and deletions by people', async () => {
  const first = await start()
  const created = await people()
  const { rows } = await sql<{ company_id: `co_${string}` }>`
    /* across companies: the test looks at all */ select company_id from payments.credit_accounts
  `.execute(database.pool)
  const companyId = rows[0]?.company_id ?? 'co_none'
  const limit = money(100n, 'EUR')
  await database.transaction((tx) =>
    world.payments.putCreditAccount(
      tx,
      { companyId, limit, netDays: 7, state: 'SUSPENDED' },
      now(),
    ),
  )
  await sql`/* across companies: the test looks at all */ update identity.companies set vat_id = null, name = 'Renamed' where id = ${companyId}`.execute(
    database.pool,
  )
  await sql`/* across companies: the test looks at all */ update identity.api_keys set revoked_at = ${now()}`.execute(
    database.pool,
  )

  expect(await start()).toEqual(first)

  expect(await people()).toEqual(created)
  expect(await findCompany(database.pool, companyId)).toMatchObject({
    name: 'Renamed',
    vatId: undefined,
  })
  const account = await world.payments.creditAccount(companyId, 'EUR')
  expect(account).toMatchObject({ limit, netDays: 7, state: 'SUSPENDED' })
})

it('has a login of a supplier, also after a start of a version that had none', async () => {
  const path = join(folder, 'local-access.json')
  const { supplier: first, ...older } = await start()
  expect(await companiesOf(first.email)).toEqual([{ supplier: true, roles: ['company_admin'] }])
  await writeFile(path, JSON.stringify(older))

  const { supplier, ...others } = await start()

  expect(others).toEqual(older)
  expect(supplier.email).not.toBe(first.email)
  expect(await companiesOf(supplier.email)).toEqual([{ supplier: true, roles: ['company_admin'] }])
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ supplier })
})

it('a new database with an old access file gets new accounts', async () => {
  const before = await start()
  const other = await freshDatabase()
  try {
    await sql`insert into imports.loads (name, lines_done, completed_at) values ('sample', 0, ${now()})`.execute(
      other.pool,
    )
    const after = await seedLocal(
      {
        database: other,
        identity: anIdentity({ database: other, now }),
        payments: world.payments,
        now,
        onProgress: () => undefined,
      },
      folder,
      addresses,
    )
    expect(after.apiKey).not.toBe(before.apiKey)
  } finally {
    await other.close()
  }
})

const companiesOf = async (email: string) => {
  const { rows } = await sql<{ supplier: boolean; roles: string[] }>`
    /* across companies: the test looks at all */ select c.supplier, m.roles from identity.users u
      join identity.memberships m on m.user_id = u.id
      join identity.companies c on c.id = m.company_id
      where u.email = ${email}`.execute(database.pool)
  return rows
}

const start = () => {
  const parts = { database, identity, payments: world.payments, now, onProgress: () => undefined }
  return seedLocal(parts, folder, addresses)
}

const people = async () => {
  const { rows } =
    await sql`/* across companies: the test looks at all */ select id from identity.users order by id`.execute(
      database.pool,
    )
  return rows
}
