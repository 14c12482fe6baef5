import { Action } from '../../components/action.tsx'
import { listOf } from '../../components/list-of.ts'
import lists from '../../components/lists.module.css'
import { RouteList } from '../../components/route-list.tsx'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import {
  type CompanyRole,
  type Invitation,
  invite,
  type Member,
  revokeInvitation,
} from './companies-api.ts'

type Props = { readonly companyId: string }

/** Who belongs to the company, and who is invited. */
export function CompanyPeople({ companyId }: Props) {
  return (
    <>
      <Members companyId={companyId} />
      <Invitations companyId={companyId} />
      <div className={lists.more}>
        <Invite companyId={companyId} />
      </div>
    </>
  )
}

const members = listOf('/admin/companies/{companyId}/members')

function Members({ companyId }: Props) {
  const nameRoles = useNamesOfRoles()
  return (
    <RouteList
      list={members}
      id="members"
      title="company.people"
      params={{ companyId }}
      keys={['userId']}
      names={{ role: 'company.role' }}
      cells={{
        userId: ({ userId, name, email }) => (
          <>
            {name}
            <span className={lists.quiet}> {email}</span>
            <RecordId id={userId} />
          </>
        ),
        roles: ({ roles: held, unitRoles }) => nameRoles(held, unitRoles),
      }}
      without={['name', 'email']}
      none="company.noPeople"
      isNoneGood={false}
      isLive={false}
    />
  )
}

const invitations = listOf('/admin/companies/{companyId}/invitations')

function Invitations({ companyId }: Props) {
  const nameRoles = useNamesOfRoles()
  return (
    <RouteList
      list={invitations}
      id="invitations"
      title="company.invitations"
      params={{ companyId }}
      names={{ state: 'company.invitation.state' }}
      cells={{
        id: ({ email }) => email,
        roles: ({ roles: held }) => nameRoles(held),
      }}
      without={['email', 'createdAt']}
      action={(invitation) => <Revoke companyId={companyId} invitation={invitation} />}
      none="company.noInvitations"
      isNoneGood={false}
      isLive={false}
    />
  )
}

function useNamesOfRoles() {
  const { t, list } = useWords()
  return (held: Member['roles'], unitRoles: Member['unitRoles'] = []) =>
    list([
      ...held.map((role) => t(`company.role.${role}`)),
      ...unitRoles.map(({ role, unitId: unit }) =>
        t('company.roleForUnit', { role: t(`company.role.${role}`), unit }),
      ),
    ])
}

type RevokeProps = Props & { readonly invitation: Invitation }

function Revoke({ companyId, invitation: { id, email, state } }: RevokeProps) {
  const { t } = useWords()
  if (state !== 'OPEN') return null
  return (
    <Action
      ask={t('company.invitation.revoke')}
      label={t('company.invitation.revokeOf', { email })}
      act={t('company.invitation.revokeSure')}
      run={() => revokeInvitation(companyId, id)}
    />
  )
}

const companyRoles = members.filters.find(({ name }) => name === 'role')?.values as CompanyRole[]

function Invite({ companyId }: Props) {
  const { t } = useWords()
  return (
    <Action
      ask={t('company.invite')}
      label={t('company.inviteTo')}
      act={t('company.inviteNow')}
      effect={t('company.inviteEffect')}
      fields={[
        {
          name: 'email',
          label: 'person.email',
          missing: 'company.emailMissing',
          type: 'email',
          maxLength: 254,
        },
        {
          name: 'role',
          label: 'company.role',
          missing: 'company.roleMissing',
          choices: companyRoles.map((value) => ({ value, label: t(`company.role.${value}`) })),
        },
      ]}
      run={({ email = '', role }) => invite(companyId, email, role as CompanyRole)}
    />
  )
}
