import { describe, expect, it } from 'vitest'
import type { Actor, Role } from '#kernel/actor'
import { mayChange, mayRead, type ShoppingList, type Visibility } from './list.ts'

const list = (visibility: Visibility): ShoppingList => ({
  id: 'lst_1',
  companyId: 'co_1',
  ownerId: 'usr_owner',
  name: 'Workshop',
  visibility,
  unitId: visibility === 'UNIT' ? 'unt_plant' : undefined,
  version: 1,
  createdAt: new Date(0),
  changedAt: new Date(0),
})

const person = (id: string, role: Role): Actor => ({
  kind: 'person',
  id,
  companyId: 'co_1',
  roles: new Set([role]),
  scopes: new Set(),
})

const owner = person('usr_owner', 'buyer')
const colleague = person('usr_colleague', 'buyer')
const admin = person('usr_admin', 'company_admin')

const none = new Set<string>()
const plant = new Set(['unt_team', 'unt_plant'])

describe('a shopping list', () => {
  it.each([
    ['PRIVATE', 'its owner', owner, none, true, true],
    ['PRIVATE', 'a colleague of the same unit', colleague, plant, false, false],
    ['PRIVATE', 'an administrator', admin, plant, false, false],
    ['UNIT', 'its owner in another unit', owner, none, true, true],
    ['UNIT', 'somebody in a unit below', colleague, plant, true, false],
    ['UNIT', 'somebody elsewhere', colleague, new Set(['unt_other']), false, false],
    ['UNIT', 'an administrator elsewhere', admin, none, true, true],
    ['COMPANY', 'a colleague', colleague, none, true, false],
    ['COMPANY', 'an administrator', admin, none, true, true],
  ] as const)(
    'with the visibility %s, for %s',
    (visibility, _name, actor, units, reads, changes) => {
      expect(mayRead(actor, list(visibility), units)).toBe(reads)
      expect(mayChange(actor, list(visibility))).toBe(changes)
    },
  )

  it('of an integration stays its own when its key is rotated', () => {
    const key = (id: string): Actor => ({
      ...person(id, 'buyer'),
      kind: 'api_key',
      roles: new Set(),
      clientId: 'usr_owner',
    })
    expect(mayChange(key('key_1'), list('PRIVATE'))).toBe(true)
    expect(mayChange(key('key_2'), list('PRIVATE'))).toBe(true)
    expect(mayRead({ ...key('key_3'), clientId: 'another' }, list('PRIVATE'), none)).toBe(false)
  })
})
