import { describe, expect, it } from 'vitest'
import { may, roles, scopesOfRoles } from './actor.ts'

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

  it('give webhooks to administrators alone and payments to everybody but approvers', () => {
    const holding = (scope: 'webhooks:manage' | 'payments:write') =>
      roles.filter((role) => scopesOfRoles([role]).has(scope))
    expect(holding('webhooks:manage')).toEqual(['company_admin', 'operator'])
    expect(holding('payments:write')).toEqual(['buyer', 'company_admin', 'operator'])
  })
})
