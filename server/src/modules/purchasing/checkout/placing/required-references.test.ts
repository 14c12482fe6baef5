import { describe, expect, it } from 'vitest'
import type { OrderedTerms } from './order-terms.ts'
import { absentReferencesOf, assertNoneRequired, codesOf } from './required-references.ts'

const all = ['poNumber', 'costCenter', 'glAccount', 'project', 'requestedDate'] as const
type Field = (typeof all)[number]

const shipTo = { name: 'Bea', line1: 'A 1', city: 'B', postalCode: '1', country: 'DE' }
const item = { cartItemId: 'itm_1', quantity: 1_000n }
const absent = (terms: OrderedTerms) => absentReferencesOf(terms)
const without = (...fields: Field[]) => all.filter((field) => !fields.includes(field))

describe('the absent references of an order', () => {
  it('are all of them if it has none', () => {
    expect(absent({})).toEqual(all)
    expect(absent({ lines: [], deliveries: [] })).toEqual(all)
  })

  it.each(all)('do not include %s if the order has it', (field) => {
    expect(absent({ [field]: 'x' })).toEqual(without(field))
  })

  it.each(without('requestedDate'))('include %s unless each line has it', (field) => {
    expect(absent({ lines: [{ [field]: 'x' }, { [field]: 'y' }] })).toEqual(without(field))
    expect(absent({ lines: [{ [field]: 'x' }, {}] })).toEqual(all)
  })

  it.each(without('requestedDate'))(
    'include %s unless each line of each delivery has it',
    (field) => {
      const named = { shipTo, lines: [{ ...item, [field]: 'x' }] }
      expect(absent({ deliveries: [named, named] })).toEqual(without(field))
      expect(absent({ deliveries: [named, { shipTo, lines: [item] }] })).toEqual(all)
    },
  )

  it('do not include the cost centre if each delivery has it', () => {
    const delivery = { shipTo, lines: [item], costCenter: 'C1' }
    expect(absent({ deliveries: [delivery] })).toEqual(without('costCenter'))
    expect(absent({ deliveries: [delivery, { shipTo, lines: [item] }] })).toEqual(all)
  })

  it('include the requested date unless each delivery has it', () => {
    const dated = { shipTo, lines: [item], requestedDate: '2026-01-02' }
    expect(absent({ deliveries: [dated, dated] })).toEqual(without('requestedDate'))
    expect(absent({ deliveries: [dated, { shipTo, lines: [item] }] })).toEqual(all)
  })
})

describe('what a company requires', () => {
  const requiresAll = {
    poNumberRequired: true,
    costCenterRequired: true,
    glAccountRequired: true,
    projectRequired: true,
    requestedDateRequired: true,
  }

  it('refuses absent references, and names each', () => {
    expect(() => assertNoneRequired(all, requiresAll)).toThrow(
      expect.objectContaining({ code: 'checkout.references_required', details: { missing: all } }),
    )
  })

  it.each([
    ['poNumber', 'checkout.po_number_required', {}],
    ['costCenter', 'checkout.cost_center_required', {}],
    ['glAccount', 'checkout.references_required', { missing: ['glAccount'] }],
    ['project', 'checkout.references_required', { missing: ['project'] }],
    ['requestedDate', 'checkout.references_required', { missing: ['requestedDate'] }],
  ] as const)('refuses an order without %s alone by %s', (field, code, details) => {
    expect(() => assertNoneRequired(all, { [`${field}Required`]: true })).toThrow(
      expect.objectContaining({ code, details }),
    )
    expect(() => assertNoneRequired([field], requiresAll)).toThrow(
      expect.objectContaining({ code, details }),
    )
  })

  it('refuses no reference that the order has, and none if nothing is required', () => {
    expect(() => assertNoneRequired(['project'], { poNumberRequired: true })).not.toThrow()
    expect(() => assertNoneRequired(all, {})).not.toThrow()
    expect(() => assertNoneRequired(all, undefined)).not.toThrow()
  })
})

describe('the codes that an order names', () => {
  it('are those of the order, its deliveries and its lines', () => {
    const order = { costCenter: 'C1', glAccount: 'G1', project: 'P1' }
    const line = { ...item, costCenter: 'C3', glAccount: 'G2', project: 'P2' }
    const deliveries = [{ shipTo, costCenter: 'C2', lines: [line] }]
    const lines = [{ costCenter: 'C4', glAccount: 'G3', project: 'P3' }]
    expect(codesOf({ ...order, deliveries, lines })).toEqual({
      COST_CENTER: ['C1', 'C2', 'C3', 'C4'],
      GL_ACCOUNT: ['G1', 'G2', 'G3'],
      PROJECT: ['P1', 'P2', 'P3'],
    })
    expect(codesOf({ ...order })).toEqual({
      COST_CENTER: ['C1'],
      GL_ACCOUNT: ['G1'],
      PROJECT: ['P1'],
    })
  })
})
