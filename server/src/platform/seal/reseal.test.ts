import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { countSealed, createSeal, resealColumn, type SealedColumn, sealKeysFrom } from './index.ts'

const oldKey = `k1:${randomBytes(32).toString('base64')}`
const newKey = `k2:${randomBytes(32).toString('base64')}`
const fallbackSecret = 'a secret of this installation'

const column: SealedColumn = {
  table: 'vault.secrets',
  column: 'sealed',
  key: ['company_id', 'id'],
  placeOf: ({ company_id, id }) => `${company_id}|vault.secrets|${id}`,
}

const database = await useDatabase()
await sql`create schema vault`.execute(database.pool)
await sql`
    create table vault.secrets (company_id text, id text, sealed text, primary key (company_id, id))
  `.execute(database.pool)

beforeEach(async () => {
  await sql`delete from vault.secrets where company_id is not null`.execute(database.pool)
})

describe('replacing a sealing key', () => {
  it('seals everything again with the new one, in batches, and then the old one may go', async () => {
    const before = ring(oldKey)
    for (let at = 0; at < 450; at += 1)
      await put(`s${at}`, before.seal(`secret ${at}`, placeOf(`s${at}`)))
    await put('none', null)
    const both = ring(newKey, oldKey)
    await put('new', both.seal('already', placeOf('new')))
    expect(await countSealed(database.pool, both, column)).toEqual({ current: 1, others: 450 })

    const done = await resealColumn(database, both, column)

    expect(done).toEqual({ resealed: 450, overtaken: 0, broken: 0 })
    expect(await countSealed(database.pool, both, column)).toEqual({ current: 451, others: 0 })
    expect(ring(newKey).open(await read('s449'), placeOf('s449'))).toBe('secret 449')
    expect(await resealColumn(database, both, column)).toMatchObject({ resealed: 0 })
  })

  it('moves from the derived key to the first ring', async () => {
    const derived = createSeal(sealKeysFrom({ fallbackSecret }))
    await put('a', derived.seal('secret', placeOf('a')))

    expect(await resealColumn(database, ring(newKey), column)).toMatchObject({ resealed: 1 })
    expect(await read('a')).toMatch(/^k2\./)
  })

  it('leaves what no key opens, what belongs to another row, and what changed meanwhile', async () => {
    const before = ring(oldKey)
    await put('lost', ring(`k0:${randomBytes(32).toString('base64')}`).seal('x', placeOf('lost')))
    await put('moved', before.seal('of another', placeOf('another')))
    await put('tenant', before.seal('of another company', 'co_2|vault.secrets|tenant'))
    const kept = [await read('lost'), await read('moved'), await read('tenant')]

    expect(await resealColumn(database, ring(newKey, oldKey), column)).toEqual({
      resealed: 0,
      overtaken: 0,
      broken: 3,
    })
    expect([await read('lost'), await read('moved'), await read('tenant')]).toEqual(kept)
  })

  it('stops on request', async () => {
    await put('a', ring(oldKey).seal('secret', placeOf('a')))

    const done = await resealColumn(database, ring(newKey, oldKey), column, AbortSignal.abort())
    expect(done.resealed).toBe(0)
  })
})

async function put(id: string, sealed: string | null): Promise<void> {
  await sql`insert into vault.secrets (company_id, id, sealed) values ('co_1', ${id}, ${sealed})`.execute(
    database.pool,
  )
}

async function read(id: string): Promise<string> {
  const { rows } = await sql<{ sealed: string }>`
    select sealed from vault.secrets where company_id = 'co_1' and id = ${id}
  `.execute(database.pool)
  return rows[0]?.sealed ?? ''
}

const ring = (...keys: string[]) =>
  createSeal(sealKeysFrom({ dataEncryptionKeys: keys.join(','), fallbackSecret }))

const placeOf = (id: string) => column.placeOf({ company_id: 'co_1', id })
