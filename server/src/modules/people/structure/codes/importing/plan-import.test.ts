import { describe, expect, it } from 'vitest'
import { type AccountingCode, codesMax } from '../code.ts'
import { planImport } from './plan-import.ts'
import type { Cells } from './read-import.ts'

const now = new Date('2026-07-02T03:04:05Z')

const aCode = (code: string, more: Partial<AccountingCode> = {}): AccountingCode => ({
  id: `cce_${code}`,
  companyId: 'co_1',
  kind: 'COST_CENTER',
  code,
  name: `Centre ${code}`,
  unitId: undefined,
  validFrom: undefined,
  validTo: undefined,
  externalId: undefined,
  endedAt: undefined,
  version: 1,
  createdAt: now,
  changedAt: now,
  ...more,
})

const plan = (codes: readonly AccountingCode[], ...rows: Cells[]) =>
  planImport(
    rows.map((cells, at) => ({ line: at + 2, cells })),
    { companyId: 'co_1', kind: 'COST_CENTER', codes, openUnits: new Set(['unt_1']), now },
  )

const stepsOf = (codes: readonly AccountingCode[], ...rows: Cells[]) => {
  const { steps, problems } = plan(codes, ...rows)
  expect(problems).toEqual([])
  return steps.map(({ action, code }) => [action, code] as const)
}

const problemsOf = (codes: readonly AccountingCode[], ...rows: Cells[]) =>
  plan(codes, ...rows).problems.map(({ line, column, problem }) => [line, column, problem])

describe('a file of accounting codes', () => {
  it('creates, changes, ends and opens again', () => {
    const codes = [aCode('1'), aCode('2'), aCode('3', { endedAt: now }), aCode('4')]
    const steps = stepsOf(
      codes,
      { code: '5', name: 'New', unitId: 'unt_1' },
      { code: '1', name: 'Renamed' },
      { code: '2', state: 'ended' },
      { code: '3', state: 'ACTIVE' },
      { code: '4', name: 'Centre 4', state: '' },
    )
    expect(steps).toMatchObject([
      ['CREATE', { code: '5', name: 'New', unitId: 'unt_1', version: 1 }],
      ['CHANGE', { id: 'cce_1', name: 'Renamed', version: 2 }],
      ['END', { id: 'cce_2', endedAt: now }],
      ['REOPEN', { id: 'cce_3', endedAt: undefined }],
    ])
    expect(plan(codes, { code: '4' }).unchanged).toBe(1)
  })

  it('leaves the values whose columns it does not have, and removes those whose cells are empty', () => {
    const before = aCode('1', { validTo: '2026-12-31', externalId: 'X' })
    expect(stepsOf([before], { code: '1', externalId: '' })).toMatchObject([
      ['CHANGE', { validTo: '2026-12-31', externalId: undefined }],
    ])
  })

  it('gives a code another text by its id', () => {
    expect(stepsOf([aCode('1')], { id: 'cce_1', code: '10' })).toMatchObject([
      ['CHANGE', { id: 'cce_1', code: '10', name: 'Centre 1' }],
    ])
    // The text is free for the next line.
    const both = stepsOf([aCode('1')], { id: 'cce_1', code: '10' }, { code: '1', name: 'New' })
    expect(both.map(([action]) => action)).toEqual(['CHANGE', 'CREATE'])
  })

  it('names the problem of each line', () => {
    const codes = [aCode('1', { externalId: 'X' }), aCode('2'), aCode('3', { endedAt: now })]
    const rows: readonly (readonly [Cells, string | undefined, string])[] = [
      [{ code: '', name: 'x' }, 'code', 'CODE_MISSING'],
      [{ code: 'a' }, 'name', 'NAME_MISSING'],
      [{ code: 'a', name: '' }, 'name', 'NAME_MISSING'],
      [{ code: 'x'.repeat(101), name: 'x' }, 'code', 'TEXT_INVALID'],
      [{ code: 'a', name: 'x\u0000' }, 'name', 'TEXT_INVALID'],
      [{ code: 'a', name: 'x', externalId: 'y'.repeat(101) }, 'externalId', 'TEXT_INVALID'],
      [{ code: 'a', name: 'x', validFrom: '31.12.2026' }, 'validFrom', 'DAY_INVALID'],
      [{ code: 'a', name: 'x', validTo: '2026-02-30' }, 'validTo', 'DAY_INVALID'],
      [
        { code: 'a', name: 'x', validFrom: '2026-02-02', validTo: '2026-02-01' },
        'validTo',
        'PERIOD_INVALID',
      ],
      [{ code: 'a', name: 'x', unitId: 'unt_2' }, 'unitId', 'UNIT_UNKNOWN'],
      [{ code: 'a', name: 'x', externalId: 'X' }, 'externalId', 'EXTERNAL_ID_TAKEN'],
      [{ code: 'a', name: 'x', state: 'closed' }, 'state', 'STATE_UNKNOWN'],
      [{ id: 'cce_9', code: 'a', name: 'x' }, 'id', 'ID_UNKNOWN'],
      [{ id: 'cce_1', code: '2' }, 'code', 'CODE_TAKEN'],
      [{ code: '3', name: 'Renamed' }, 'state', 'CODE_ENDED'],
    ]
    const found = problemsOf(codes, ...rows.map(([cells]) => cells))
    expect(found).toEqual(rows.map(([, column, problem], at) => [at + 2, column, problem]))
  })

  it('names each code once, in whatever case', () => {
    expect(problemsOf([], { code: 'a', name: 'x' }, { code: 'A', name: 'y' })).toEqual([
      [3, 'code', 'CODE_REPEATED'],
    ])
    const twice = [
      { code: '1', state: 'ENDED' },
      { code: '1', state: 'ACTIVE' },
    ]
    expect(problemsOf([aCode('1')], ...twice)).toEqual([[3, 'code', 'CODE_REPEATED']])
  })

  it('has room for no more codes than a list can have', () => {
    const codes = Array.from({ length: codesMax }, (_, at) => aCode(String(at)))
    expect(problemsOf(codes, { code: 'new', name: 'x' })).toEqual([[2, undefined, 'LIST_FULL']])
  })

  it('has a digest of what it does, and of nothing else', () => {
    const digestOf = (codes: readonly AccountingCode[], ...rows: Cells[]) =>
      plan(codes, ...rows).digest
    const row = { code: '1', name: 'x' }
    expect(digestOf([], row)).toBe(digestOf([aCode('2')], row))
    expect(digestOf([], row)).not.toBe(digestOf([], { ...row, name: 'y' }))
    expect(digestOf([aCode('1')], row)).not.toBe(digestOf([aCode('1', { version: 2 })], row))
  })
})
