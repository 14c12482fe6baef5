import type { Actor } from '#kernel/actor'
import type { SessionTokens } from '../sessions/open-session.ts'
import { changeMember, type MemberChange, removeMember } from './change-members.ts'
import { changeOwnSettings, type OwnSettings } from './change-own-settings.ts'
import {
  type CreateCompanyInput,
  changeCompany,
  changeOwnCompany,
  createCompany,
  type OperatorsChange,
  type OwnCompanyChange,
} from './companies/change-company.ts'
import type { Company } from './companies/company.ts'
import { findCompany } from './companies/company-store.ts'
import type { MemberDeps } from './deps.ts'
import { fail } from './failures.ts'
import {
  type AcceptInput,
  acceptInvitation,
  type Joined,
  joinCompany,
} from './invitations/accept-invitation.ts'
import type { Invitation } from './invitations/invitation.ts'
import {
  type InviteInput,
  inviteMember,
  inviteOperator,
  revokeInvitation,
} from './invitations/invite.ts'
import type { Member, Membership } from './member.ts'
import { listMemberships } from './member-store.ts'
import type { FoundPerson } from './people/found-people-store.ts'
import {
  endSessionsOfMember,
  lockAccount,
  lookUpPeople,
  unlockAccount,
} from './people/lock-account.ts'
import { selectCompany } from './select-company.ts'

export type Members = {
  change(actor: Actor, userId: string, change: MemberChange): Promise<Member>
  remove(actor: Actor, userId: string, handOverKeysTo?: string): Promise<Member>
  /** For operators: people of all companies. */
  lookUp(
    actor: Actor,
    q: string,
    page: { before?: string | undefined; limit: number },
  ): Promise<FoundPerson[]>
  lock(actor: Actor, userId: string, note: string | undefined): Promise<FoundPerson>
  unlock(actor: Actor, userId: string): Promise<FoundPerson>
  /** Returns how many sessions there were in the actor's company. */
  endSessionsOf(actor: Actor, userId: string): Promise<number>
  invite(actor: Actor, input: InviteInput): Promise<Invitation>
  inviteOperator(actor: Actor, email: string): Promise<Invitation>
  revokeInvitation(actor: Actor, invitationId: string): Promise<Invitation>
  acceptInvitation(input: AcceptInput): Promise<SessionTokens>
  joinCompany(actor: Actor, token: string): Promise<Joined>
  companiesOf(actor: Actor): Promise<Membership[]>
  selectCompany(actor: Actor, companyId: string): Promise<SessionTokens>
  changeOwnSettings(actor: Actor, change: OwnSettings): Promise<Actor>
  changeOwnCompany(actor: Actor, change: OwnCompanyChange): Promise<Company>
  createCompany(actor: Actor, input: CreateCompanyInput): Promise<Company>
  changeCompany(actor: Actor, companyId: string, change: OperatorsChange): Promise<Company>
  getCompany(companyId: string): Promise<Company>
}

export function createMembers(deps: MemberDeps): Members {
  const { pool } = deps.database
  return {
    change: (actor, userId, change) => changeMember(deps, actor, userId, change),
    remove: (actor, userId, heirId) => removeMember(deps, actor, userId, heirId),
    lookUp: (actor, q, page) => lookUpPeople(deps, actor, q, page),
    lock: (actor, userId, note) => lockAccount(deps, actor, userId, note),
    unlock: (actor, userId) => unlockAccount(deps, actor, userId),
    endSessionsOf: (actor, userId) => endSessionsOfMember(deps, actor, userId),
    invite: (actor, input) => inviteMember(deps, actor, input),
    inviteOperator: (actor, email) => inviteOperator(deps, actor, email),
    revokeInvitation: (actor, id) => revokeInvitation(deps, actor, id),
    acceptInvitation: (input) => acceptInvitation(deps, input),
    joinCompany: (actor, token) => joinCompany(deps, actor, token),
    companiesOf: ({ id }) => listMemberships(pool, id),
    selectCompany: (actor, companyId) => selectCompany(deps, actor, companyId),
    changeOwnSettings: (actor, change) => changeOwnSettings(deps, actor, change),
    changeOwnCompany: (actor, change) => changeOwnCompany(deps, actor, change),
    createCompany: (actor, input) => createCompany(deps, actor, input),
    changeCompany: (actor, companyId, change) => changeCompany(deps, actor, companyId, change),
    getCompany: async (companyId) => {
      const company = await findCompany(pool, companyId)
      if (!company) throw fail('company_not_found', { companyId })
      return company
    },
  }
}
