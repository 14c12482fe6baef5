import { describe, expect, it } from 'vitest'
import { may, type Principal, type Role, readsOwnOnly, roles, scopesOfRoles } from './actor.ts'

describe('the permissions of a role', () => {
  it('are the union of all roles of a person', () => {
    expect(may({ roles: ['buyer', 'company_admin'] }, 'publish_automations')).toBe(true)
    expect(may({ roles: ['buyer', 'approver'] }, 'publish_automations')).toBe(false)
    expect(may({ roles: [] }, 'operate_platform')).toBe(false)
  })

  it('keep companies apart: a role in one company grants nothing in another', () => {
    const acting = roles.filter((role) => may({ roles: [role] }, 'act_for_every_company'))
    expect(acting).toEqual(['operator'])
  })

  it('are none for a role of a newer version', () => {
    expect(may({ roles: ['no_such_role' as Role] }, 'administer_company')).toBe(false)
    expect(scopesOfRoles(['no_such_role' as Role])).toEqual(new Set())
  })

  it('give webhooks to administrators alone, and payments and orders to those who buy', () => {
    const holding = (scope: 'webhooks:manage' | 'payments:write' | 'orders:write') =>
      roles.filter((role) => scopesOfRoles([role]).has(scope))
    expect(holding('webhooks:manage')).toEqual(['company_admin', 'operator'])
    expect(holding('payments:write')).toEqual(['buyer', 'company_admin', 'operator'])
    expect(holding('orders:write')).toEqual(['buyer', 'approver', 'company_admin', 'operator'])
  })

  it.each<[Principal['kind'], readonly Role[], boolean]>([
    ['person', ['requester'], true],
    ['person', [], true],
    ['person', ['requester', 'accountant'], false],
    ['person', ['buyer'], false],
    ['person', ['operator'], false],
    ['api_key', [], false],
    ['system', [], false],
  ])('let a %s with the roles %j read only what is its own: %s', (kind, held, expected) => {
    expect(readsOwnOnly({ kind, scopes: scopesOfRoles(held) })).toBe(expected)
  })
})
