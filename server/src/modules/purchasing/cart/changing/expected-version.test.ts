import { describe, expect, it } from 'vitest'
import { expectedVersionOf, withExpectedVersion } from './expected-version.ts'
import type { ChangeRequest, Expected } from './requests.ts'

const expected: Expected = { inBody: 3, inQuery: undefined }
const requests: readonly ChangeRequest[] = [
  { kind: 'change_quantity', itemId: 'itm_1', quantity: 2_000n, expected },
  { kind: 'remove_item', itemId: 'itm_1', expected },
  { kind: 'clear', expected },
  { kind: 'set_place', currency: 'USD', country: undefined, expected },
]

describe('the version that a request expects', () => {
  it.each([
    [undefined, undefined, undefined],
    [3, undefined, 3],
    [undefined, 3, 3],
    [3, 3, 3],
    [0, undefined, 0],
  ])('in its body %s and its query %s is %s', (inBody, inQuery, version) => {
    expect(expectedVersionOf({ kind: 'clear', expected: { inBody, inQuery } })).toBe(version)
  })

  it.each([
    [3, 4],
    [0, 3],
  ])('cannot be %i in the body and %i in the query', (inBody, inQuery) => {
    const request: ChangeRequest = { kind: 'clear', expected: { inBody, inQuery } }
    expect(() => expectedVersionOf(request)).toThrow(
      expect.objectContaining({
        code: 'cart.expected_version_ambiguous',
        details: { body: inBody, query: inQuery },
      }),
    )
  })
})

describe.each([
  ['change_quantity', 'expectedItemVersion'],
  ['remove_item', 'expectedItemVersion'],
  ['clear', 'expectedSnapshotVersion'],
  ['set_place', 'expectedSnapshotVersion'],
] as const)('the change %s', (kind, field) => {
  const request = requests.find((candidate) => candidate.kind === kind) as ChangeRequest

  it(`expects ${field}`, () => {
    expect(withExpectedVersion(request, 7)).toEqual({ ...request, [field]: 7 })
    expect(withExpectedVersion(request, 0)).toEqual({ ...request, [field]: 0 })
  })

  it('is refused without it', () => {
    expect(() => withExpectedVersion(request, undefined)).toThrow(
      expect.objectContaining({ code: 'cart.expected_version_required', details: { field } }),
    )
  })
})
