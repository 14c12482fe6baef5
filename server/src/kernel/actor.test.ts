import { describe, expect, it } from 'vitest'
import { may, roles, scopesOfRoles } from './actor.ts'

describe('what a role may do', () => {
  it('is what any of the roles may', () => {
    expect(may({ roles: ['buyer', 'company_admin'] }, 'publish_automations')).toBe(true)
    expect(may({ roles: ['buyer', 'approver'] }, 'publish_automations')).toBe(false)
    expect(may({ roles: [] }, 'operate_platform')).toBe(false)
  })

  it('keeps companies apart: no role of a company acts for another one', () => {
    const acting = roles.filter((role) => may({ roles: [role] }, 'act_for_every_company'))
    expect(acting).toEqual(['operator'])
  })

  it('allows webhooks to administrators alone, and paying to everybody but approvers', () => {
    const holding = (scope: 'webhooks:manage' | 'payments:write') =>
      roles.filter((role) => scopesOfRoles([role]).has(scope))
    expect(holding('webhooks:manage')).toEqual(['company_admin', 'operator'])
    expect(holding('payments:write')).toEqual(['buyer', 'company_admin', 'operator'])
  })
})
