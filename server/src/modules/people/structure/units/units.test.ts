import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { type Conn, sql } from '#platform/db'
import { aCompany, aPerson } from '#testing/identity'
import { aStructure } from '#testing/structure'
import { requireOpenUnit } from './unit-store.ts'

const now = new Date('2026-07-02T03:04:05Z')
const database = await useDatabase()
const structure = aStructure(database, () => now)
let companyId: Id<'co'>
let admin: Actor

beforeEach(async () => {
  companyId = await aCompany(database)
  admin = (await aPerson(database, { companyId, role: 'company_admin' })).actor
})

const aUnit = async (name: string, parentId?: string) =>
  (await structure.createUnit(admin, { name, kind: 'DEPARTMENT', parentId })).id

const move = (unitId: string, parentId: string | null) =>
  structure.changeUnit(admin, unitId, { parentId })

const refusal = (code: string, details?: object) =>
  expect.objectContaining({ code: `structure.${code}`, ...(details && { details }) })

describe('a unit', () => {
  it('is created, moved with what is below it, and ended', async () => {
    const [top, other] = [await aUnit(' Example GmbH '), await aUnit('Example AG')]
    const site = await aUnit('Plant Hamburg', top)
    expect(await structure.unit(admin, top)).toMatchObject({ name: 'Example GmbH', version: 1 })
    const moved = await move(site, other)
    expect(moved).toMatchObject({ parentId: other, version: 2, name: 'Plant Hamburg' })
    await structure.endUnit(admin, top)
    expect(await structure.unit(admin, top)).toMatchObject({ endedAt: now })
    expect(await eventsOf()).toEqual([
      'company.unit_changed',
      'company.unit_created',
      'company.unit_created',
      'company.unit_created',
      'company.unit_ended',
    ])
  })

  it('stands neither below itself nor below one of its own', async () => {
    const top = await aUnit('a')
    const middle = await aUnit('b', top)
    const low = await aUnit('c', middle)
    await expect(move(top, low)).rejects.toThrow(
      refusal('unit_circle', { unitId: top, parentId: low }),
    )
    await expect(move(top, top)).rejects.toThrow(refusal('unit_circle'))
    expect(await move(low, null)).toMatchObject({ parentId: undefined })
  })

  it('has a level, of which there are eight', async () => {
    let parentId: string | undefined
    for (const name of 'abcdefgh') parentId = await aUnit(name, parentId)
    await expect(aUnit('i', parentId)).rejects.toThrow(
      refusal('unit_too_deep', { parentId, levelsMax: 8 }),
    )
    const alone = await aUnit('alone')
    await expect(move(alone, parentId as string)).rejects.toThrow(refusal('unit_too_deep'))
  })

  it('ends only when nothing belongs to it, and then nothing comes to it', async () => {
    const top = await aUnit('a')
    const low = await aUnit('b', top)
    await setUnit(database.pool, admin.id, top)
    await expect(structure.endUnit(admin, top)).rejects.toThrow(
      refusal('unit_in_use', { members: 1, units: 1, codes: 0, budgets: 0, addresses: 0 }),
    )
    await setUnit(database.pool, admin.id, null)
    await structure.endUnit(admin, low)
    await structure.endUnit(admin, top)
    await expect(structure.endUnit(admin, top)).rejects.toThrow(refusal('unit_ended'))
    await expect(structure.changeUnit(admin, top, { name: 'x' })).rejects.toThrow(
      refusal('unit_ended'),
    )
    await expect(aUnit('c', top)).rejects.toThrow(refusal('unit_unknown', { unitId: top }))
    const comes = database.transaction((tx) => requireOpenUnit(tx, companyId, top))
    await expect(comes).rejects.toThrow(refusal('unit_unknown'))
  })

  it('does not know the units of another company', async () => {
    const other = (await aPerson(database, { companyId: await aCompany(database) })).actor
    const [ours, theirs] = [await aUnit('ours'), (await foreignUnit(other)).id]
    await expect(move(ours, theirs)).rejects.toThrow(refusal('unit_unknown', { unitId: theirs }))
    await expect(aUnit('a', theirs)).rejects.toThrow(refusal('unit_unknown'))
    await expect(structure.unit(admin, theirs)).rejects.toThrow(refusal('unit_not_found'))
    await expect(structure.endUnit(admin, theirs)).rejects.toThrow(refusal('unit_not_found'))
  })

  it('has an external id that no other active unit has', async () => {
    const input = { name: 'a', kind: 'SITE', externalId: '1100' } as const
    const first = await structure.createUnit(admin, input)
    const second = structure.createUnit(admin, { ...input, externalId: ' 1100 ' })
    await expect(second).rejects.toThrow(
      refusal('unit_external_id_taken', { externalId: '1100', unitId: first.id }),
    )
    await structure.changeUnit(admin, first.id, { name: 'b' })
    await structure.endUnit(admin, first.id)
    expect(await structure.createUnit(admin, input)).toMatchObject({ externalId: '1100' })
  })

  it('is one of at most 2000', async () => {
    await sql`
      insert into structure.units (company_id, id, name, kind, version, created_at, changed_at)
      select ${companyId}, 'unt_' || n, 'n', 'SITE', 1, ${now}, ${now} from generate_series(1, 2000) n
    `.execute(database.pool)
    await expect(aUnit('one more')).rejects.toThrow(refusal('units_limit_reached', { limit: 2000 }))
  })
})

describe('simultaneous changes', () => {
  it('never make a circle together', async () => {
    for (let round = 0; round < 10; round += 1) {
      const units = await Promise.all(['a', 'b', 'c'].map((name) => aUnit(name)))
      const moves = units.map((unit, at) => move(unit, units[(at + 1) % 3] as string))
      const ended = await Promise.allSettled(moves)
      expect(ended.filter(({ status }) => status === 'rejected')).toMatchObject([
        { reason: { code: 'structure.unit_circle' } },
      ])
    }
  })

  it('never leave a member in a unit that has ended', async () => {
    for (let round = 0; round < 10; round += 1) {
      const unitId = await aUnit('a')
      const { actor } = await aPerson(database, { companyId })
      const joining = database.transaction(async (tx) => {
        await requireOpenUnit(tx, companyId, unitId)
        await setUnit(tx, actor.id, unitId)
      })
      const ended = await Promise.allSettled([joining, structure.endUnit(admin, unitId)])
      expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

const foreignUnit = (actor: Actor) =>
  structure.createUnit(actor, { name: 'theirs', kind: 'LEGAL_ENTITY' })

async function setUnit(conn: Conn, userId: string, unitId: string | null): Promise<void> {
  await sql`
    update identity.memberships set unit_id = ${unitId}
    where company_id = ${companyId} and user_id = ${userId}
  `.execute(conn)
}

async function eventsOf(): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from platform.events where company_id = ${companyId} order by type
  `.execute(database.pool)
  return rows.map(({ type }) => type)
}
