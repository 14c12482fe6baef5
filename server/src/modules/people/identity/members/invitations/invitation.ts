import { createHash, randomBytes } from 'node:crypto'
import type { Role, UnitRole } from '#kernel/actor'
import type { Id } from '#kernel/id'

export const invitationStates = ['OPEN', 'ACCEPTED', 'REVOKED', 'EXPIRED'] as const
export type InvitationState = (typeof invitationStates)[number]

export type Invitation = {
  readonly id: Id<'ivt'>
  readonly companyId: Id<'co'>
  readonly email: string
  readonly roles: readonly Role[]
  /** The unit to which the person will belong. */
  readonly unitId: string | undefined
  readonly unitRoles: readonly UnitRole[]
  readonly state: Exclude<InvitationState, 'EXPIRED'>
  readonly invitedBy: string | undefined
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly closedAt: Date | undefined
}

export function stateAt({ state, expiresAt }: Invitation, now: Date): InvitationState {
  return state === 'OPEN' && expiresAt <= now ? 'EXPIRED' : state
}

/** 256 random bits: nobody can guess a token, and a plain digest of it discloses nothing. */
export function newInvitationToken(): string {
  return `pvi_${randomBytes(32).toString('base64url')}`
}

export function invitationHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
