import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { sql } from '#platform/db'
import { aCompany, aPerson, moveToTimeZone } from '#testing/identity'
import { aStructure } from '#testing/structure'
import type { CodeInput } from './change-codes.ts'
import type { NamedCodes } from './refusal-of-codes.ts'

let now = new Date('2026-07-02T03:04:05Z')
const database = await useDatabase()
const structure = aStructure(database, () => now)
let companyId: Id<'co'>
let admin: Actor

beforeEach(async () => {
  now = new Date('2026-07-02T03:04:05Z')
  companyId = await aCompany(database)
  admin = (await aPerson(database, { companyId, role: 'company_admin' })).actor
})

const aCode = (code: string, more: Partial<CodeInput> = {}) =>
  structure.createCode(admin, 'COST_CENTER', { code, name: `Centre ${code}`, ...more })

const aUnit = async () =>
  (await structure.createUnit(admin, { name: 'Plant', kind: 'SITE' })).id as string

const naming = (...codes: string[]) => namingOf({ COST_CENTER: codes })
const namingOf = (codes: Partial<NamedCodes>) =>
  structure.assertCodesListed(database.pool, companyId, {
    COST_CENTER: [],
    GL_ACCOUNT: [],
    PROJECT: [],
    ...codes,
  })

const refusal = (code: string, details?: object) =>
  expect.objectContaining({ code: `structure.${code}`, ...(details && { details }) })

const unknown = (...codes: readonly object[]) =>
  refusal('code_unknown', {
    kind: 'COST_CENTER',
    codes: codes.map((one) => ({ kind: 'COST_CENTER', ...one })),
  })

describe('an accounting code', () => {
  it('is created, changed, ended and opened again', async () => {
    const made = await aCode(' 4711 ', { validTo: '2026-12-31' })
    expect(made).toMatchObject({ code: '4711', version: 1, validTo: '2026-12-31' })
    expect(made.id).toMatch(/^cce_/)
    const of = { kind: 'COST_CENTER', id: made.id } as const
    const changed = await structure.changeCode(admin, of, { name: 'Workshop', validTo: null })
    expect(changed).toMatchObject({ name: 'Workshop', validTo: undefined, version: 2 })
    await structure.setCodeEnded(admin, of, true)
    await expect(structure.setCodeEnded(admin, of, true)).rejects.toThrow(refusal('code_ended'))
    await expect(structure.changeCode(admin, of, { name: 'x' })).rejects.toThrow(
      refusal('code_ended'),
    )
    expect(await structure.setCodeEnded(admin, of, false)).toMatchObject({ endedAt: undefined })
    await expect(structure.setCodeEnded(admin, of, false)).rejects.toThrow(
      refusal('code_not_ended'),
    )
    expect(await structure.code(admin, 'COST_CENTER', made.id)).toMatchObject({ version: 4 })
    await expect(structure.code(admin, 'PROJECT', made.id)).rejects.toThrow(
      refusal('code_not_found'),
    )
  })

  it('differs from every other one of its list in more than case and blanks', async () => {
    const { id } = await aCode('KST 10')
    for (const code of ['kst 10', 'Kst  10', '\u00a0KST\u00a010 ', 'ＫＳＴ 10']) {
      await expect(aCode(code)).rejects.toThrow(refusal('code_taken', { code: 'KST 10', id }))
    }
    const other = await aCode('KST10')
    const of = { kind: 'COST_CENTER', id: other.id } as const
    await expect(structure.changeCode(admin, of, { code: 'kst 10' })).rejects.toThrow(
      refusal('code_taken'),
    )
    const account = { code: 'KST 10', name: 'Account' }
    expect(await structure.createCode(admin, 'GL_ACCOUNT', account)).toMatchObject({ version: 1 })
  })

  it('is never there twice, however many create it at once', async () => {
    const made = await Promise.allSettled(['a', 'A', ' a', 'a ', 'A '].map((code) => aCode(code)))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('belongs to an active unit of its company, which then does not end', async () => {
    const unitId = await aUnit()
    const { id } = await aCode('1', { unitId })
    await expect(structure.endUnit(admin, unitId)).rejects.toThrow(
      refusal('unit_in_use', { members: 0, units: 0, codes: 1, budgets: 0, addresses: 0 }),
    )
    await structure.setCodeEnded(admin, { kind: 'COST_CENTER', id }, true)
    await structure.endUnit(admin, unitId)
    await expect(structure.setCodeEnded(admin, { kind: 'COST_CENTER', id }, false)).rejects.toThrow(
      refusal('unit_unknown', { unitId }),
    )
    await expect(aCode('2', { unitId })).rejects.toThrow(refusal('unit_unknown'))
    const stranger = (await aPerson(database, { companyId: await aCompany(database) })).actor
    const theirs = await structure.createUnit(stranger, { name: 'theirs', kind: 'SITE' })
    await expect(aCode('2', { unitId: theirs.id })).rejects.toThrow(refusal('unit_unknown'))
    await expect(structure.code(stranger, 'COST_CENTER', id)).rejects.toThrow(
      refusal('code_not_found'),
    )
  })

  it('has a period that does not end before it begins, and an external id of its own', async () => {
    const period = { validFrom: '2026-02-01', validTo: '2026-01-31' }
    await expect(aCode('1', period)).rejects.toThrow(refusal('code_period_invalid', period))
    const { id } = await aCode('1', { externalId: 'X' })
    await expect(aCode('2', { externalId: 'X' })).rejects.toThrow(
      refusal('code_external_id_taken', { externalId: 'X', id }),
    )
  })

  it('is one of at most 50000', async () => {
    await sql`
      insert into structure.codes (company_id, id, kind, code, code_key, name, version, created_at, changed_at)
      select ${companyId}, 'cce_' || n, 'COST_CENTER', n, n, 'n', 1, ${now}, ${now} from generate_series(1, 50000) n
    `.execute(database.pool)
    await expect(aCode('one more')).rejects.toThrow(refusal('codes_limit_reached'))
    await expect(naming('4711O')).rejects.toThrow(
      unknown({ code: '4711O', reason: 'UNKNOWN', nearest: expect.arrayContaining(['4711']) }),
    )
  })
})

describe('a code that an order names', () => {
  it('may be any text while the company keeps no list', async () => {
    await expect(naming('anything')).resolves.toBeUndefined()
    await structure.createCode(admin, 'PROJECT', { code: 'P', name: 'P' })
    await expect(naming('anything')).resolves.toBeUndefined()
  })

  it('is on the list exactly as it is written there', async () => {
    for (const code of ['KST-4711', 'KST-4712', 'Other']) await aCode(code)
    await expect(naming('KST-4711', 'Other')).resolves.toBeUndefined()
    await expect(naming('KST-4711', 'kst-4711', 'KST-4171')).rejects.toThrow(
      unknown(
        { code: 'kst-4711', reason: 'UNKNOWN', nearest: ['KST-4711', 'KST-4712', 'Other'] },
        { code: 'KST-4171', reason: 'UNKNOWN', nearest: ['KST-4711', 'KST-4712', 'Other'] },
      ),
    )
  })

  it('is refused together with the unknown codes of the other lists', async () => {
    await aCode('4711')
    await structure.createCode(admin, 'PROJECT', { code: 'P-1', name: 'Works' })
    const named = { COST_CENTER: ['4711', '4712'], GL_ACCOUNT: ['any'], PROJECT: ['P-2'] }
    await expect(namingOf(named)).rejects.toThrow(
      refusal('code_unknown', {
        kind: 'COST_CENTER',
        codes: [
          { kind: 'COST_CENTER', code: '4712', reason: 'UNKNOWN', nearest: ['4711'] },
          { kind: 'PROJECT', code: 'P-2', reason: 'UNKNOWN', nearest: ['P-1'] },
        ],
      }),
    )
  })

  it('has not ended', async () => {
    const { id } = await aCode('4711')
    await aCode('4712')
    await structure.setCodeEnded(admin, { kind: 'COST_CENTER', id }, true)
    await expect(naming('4711')).rejects.toThrow(
      unknown({ code: '4711', reason: 'ENDED', nearest: ['4712'] }),
    )
  })

  it('is valid on this day in the time zone of the company', async () => {
    await aCode('4711', { validFrom: '2026-08-01', validTo: '2026-08-31' })
    const late = unknown({ code: '4711', reason: 'NOT_VALID_TODAY', nearest: [] })
    await expect(naming('4711')).rejects.toThrow(late)
    now = new Date('2026-07-31T22:30:00Z')
    await expect(naming('4711')).rejects.toThrow(late)
    await moveToTimeZone(database, companyId, 'Europe/Berlin')
    await expect(naming('4711')).resolves.toBeUndefined()
    now = new Date('2026-08-31T21:59:59Z')
    await expect(naming('4711')).resolves.toBeUndefined()
    now = new Date('2026-08-31T22:00:00Z')
    await expect(naming('4711')).rejects.toThrow(late)
  })
})
