import { expect, it } from 'vitest'
import type { Actor } from '#kernel/actor'
import type { Attempt } from './attempt.ts'
import { assertReachable } from './own-checkout.ts'

const attempt = { ownerId: 'usr_1' } as Attempt
const actor = (kind: Actor['kind'], id: string, ...scopes: string[]) =>
  ({ kind, id, scopes: new Set(scopes) }) as unknown as Actor

it.each([
  [actor('person', 'usr_1'), attempt, true],
  [actor('person', 'usr_2'), attempt, false],
  [actor('person', 'usr_2', 'orders:read'), attempt, true],
  [actor('api_key', 'key_1', 'orders:write'), attempt, true],
  [actor('person', 'usr_1'), undefined, false],
])(
  'a checkout is reached by its owner, and by who reads all of the company: %#',
  (who, of, isReached) => {
    const reach = () => assertReachable(who, of, 'chk_1', 'orders:read')
    if (isReached) expect(reach).not.toThrow()
    else expect(reach).toThrow(expect.objectContaining({ code: 'checkout.attempt_not_found' }))
  },
)

it('a checkout is paid by its owner, and by who may pay for the company, whoever reads it', () => {
  const reader = actor('person', 'usr_2', 'orders:read')
  const payer = actor('person', 'usr_2', 'payments:write')
  expect(() => assertReachable(payer, attempt, 'chk_1', 'payments:write')).not.toThrow()
  expect(() => assertReachable(reader, attempt, 'chk_1', 'payments:write')).toThrow(
    expect.objectContaining({ code: 'checkout.attempt_not_found' }),
  )
})
