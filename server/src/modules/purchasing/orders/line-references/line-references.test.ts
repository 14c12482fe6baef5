import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import {
  type LineReferences,
  lineReferences,
  readReferences,
  receivedReferences,
  referenceColumns,
  referencesOf,
  requestedReferences,
  requestedReferencesOf,
  viewLineReferences,
  viewReceivedReferences,
} from './index.ts'

/** The compiler asks for a value of each reference. */
const said = {
  delivery: 2,
  costCenter: '4711',
  poNumber: 'PO-9',
  glAccount: '6815',
  project: 'P-17',
  allocations: [
    { costCenter: '4711', percent: '60', amount: { amount: '6.00', currency: 'EUR' } },
    { costCenter: '4712', percent: '40', amount: { amount: '4.00', currency: 'EUR' } },
  ],
  requestedDate: '2026-02-06',
  negotiatedPrice: { note: 'Agreed by phone.', attachmentIds: ['att_1'] },
} satisfies Required<LineReferences>

describe('what a buyer says about a line', () => {
  it('is the same after it was stored', () => {
    expect(readReferences(referenceColumns(said))).toEqual(said)
  })

  it('is absent where the row has nothing', () => {
    const columns = Object.keys(referenceColumns(said))
    const row = Object.fromEntries(columns.map((column) => [column, null]))
    expect(viewLineReferences(readReferences(row))).toEqual({})
  })

  it('is taken out of anything that has it', () => {
    expect(referencesOf({ ...said, ...{ sku: '1001' } })).toEqual(said)
  })

  it('is taken from a request only as far as requests may say it', () => {
    const requested = requestedReferencesOf(said)
    expect(Object.keys(requested)).toEqual(Object.keys(requestedReferences))
    expect(requested).not.toHaveProperty('delivery')
    expect(requested).not.toHaveProperty('negotiatedPrice')
    expect(Value.Check(Type.Object(requestedReferences), requested)).toBe(true)
  })

  it('is shown as the API and the event describe it', () => {
    const received = viewReceivedReferences(said)
    expect(viewLineReferences(said)).toEqual(said)
    expect(Value.Check(Type.Object(lineReferences), said)).toBe(true)
    expect(Object.keys(received)).toEqual(Object.keys(receivedReferences))
    // The event does not show the supplier what the buyer books the line on, and keeps no text that people write.
    for (const key of ['costCenter', 'glAccount', 'project', 'allocations', 'negotiatedPrice']) {
      expect(received).not.toHaveProperty(key)
    }
  })
})
