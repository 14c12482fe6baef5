import { describe, expect, it } from 'vitest'
import { trimReferences } from './trim-references.ts'

const shipTo = { name: ' Bea ', line1: 'A 1', city: 'B', postalCode: '1', country: 'DE' }

describe('the references of an order', () => {
  it('are trimmed, and blank references are absent', () => {
    const terms = { costCenter: ' 4711 ', poNumber: ' ', glAccount: '\u00a08000', project: 'P1 ' }
    expect(trimReferences({ shipTo, note: ' n ', ...terms })).toEqual({
      shipTo,
      note: ' n ',
      costCenter: '4711',
      poNumber: undefined,
      glAccount: '8000',
      project: 'P1',
    })
  })

  it('are trimmed in each line and each delivery', () => {
    const trimmed = trimReferences({
      lines: [{ costCenter: ' C1', project: '' }],
      deliveries: [
        {
          shipTo,
          costCenter: 'C2 ',
          lines: [{ cartItemId: ' itm_1', quantity: 2_000n, glAccount: ' 8000 ' }],
        },
      ],
    })
    expect(trimmed.lines).toEqual([{ costCenter: 'C1' }])
    expect(trimmed.deliveries).toEqual([
      {
        shipTo,
        costCenter: 'C2',
        lines: [{ cartItemId: ' itm_1', quantity: 2_000n, glAccount: '8000' }],
      },
    ])
  })

  it('are absent in a delivery without them', () => {
    const { deliveries } = trimReferences({ deliveries: [{ shipTo, lines: [] }] })
    expect(deliveries).toEqual([{ shipTo, lines: [] }])
  })

  it('have no lines or deliveries if the order has none', () => {
    const trimmed = trimReferences({ shipTo })
    expect('lines' in trimmed || 'deliveries' in trimmed).toBe(false)
  })
})
