import type { ItemOf, paths } from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import { api, type BodyOf } from '../api.ts'

export type Member = ItemOf<paths['/api/v1/members']['get']>
export type Invitation = ItemOf<paths['/api/v1/invitations']['get']>
export type MemberChange = BodyOf<paths['/api/v1/members/{userId}']['patch']>
export type CompanyRole = NonNullable<MemberChange['roles']>[number]
export type UnitRole = NonNullable<MemberChange['unitRoles']>[number]

export const companyRoles: readonly CompanyRole[] = [
  'requester',
  'buyer',
  'approver',
  'accountant',
  'company_admin',
]
/** Those that somebody may have for one unit. */
export const rolesForUnits: readonly UnitRole['role'][] = ['buyer', 'approver', 'accountant']

export async function listMembers(cursor: string | undefined, signal: AbortSignal) {
  const query = { limit: 50, ...(cursor !== undefined && { cursor }) }
  return api.get('/api/v1/members', { params: { query }, signal })
}

/** The first 100: they can take over API keys. */
export async function listAdmins(signal: AbortSignal): Promise<Member[]> {
  const query = { role: 'company_admin' as const, limit: 100 }
  return (await api.get('/api/v1/members', { params: { query }, signal })).data
}

export async function changeMember(userId: string, body: MemberChange): Promise<void> {
  if (Object.keys(body).length === 0) return
  await api.patch('/api/v1/members/{userId}', { params: { path: { userId } }, body })
}

export async function removeMember(userId: string, handOverKeysTo: string | null): Promise<void> {
  const query = handOverKeysTo === null ? {} : { handOverKeysTo }
  await api.delete('/api/v1/members/{userId}', {
    params: { path: { userId }, query },
    ...emptyBody,
  })
}

/** The newest 100 that nobody has used and that have not ended. */
export async function listOpenInvitations(signal: AbortSignal): Promise<Invitation[]> {
  const params = { query: { limit: 100 } }
  const { data } = await api.get('/api/v1/invitations', { params, signal })
  return data.filter(({ state }) => state === 'OPEN')
}

export type InvitationDraft = BodyOf<paths['/api/v1/invitations']['post']>

export async function invite(body: InvitationDraft): Promise<void> {
  await api.post('/api/v1/invitations', { body })
}

export async function revokeInvitation(invitationId: string): Promise<void> {
  const params = { path: { invitationId } }
  await api.delete('/api/v1/invitations/{invitationId}', { params, ...emptyBody })
}
