import { Action } from '../../components/action.tsx'
import { type Column, List } from '../../components/list.tsx'
import { useWords } from '../../language/use-words.ts'
import lists from '../../lists/lists.module.css'
import { RecordId } from '../record-id.tsx'
import {
  type CompanyRole,
  type Invitation,
  invite,
  listInvitations,
  listMembers,
  revokeInvitation,
} from './companies-api.ts'

type Props = { readonly companyId: string }

const roles: readonly CompanyRole[] = ['company_admin', 'buyer', 'approver']

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

const memberColumns = [
  { title: 'find.people.person' },
  { title: 'person.roles' },
  { title: 'company.joined' },
] as const satisfies readonly Column[]

function Members({ companyId }: Props) {
  const { t, instant, list } = useWords()
  return (
    <List
      id="members"
      title="company.people"
      queryKey={['members', companyId]}
      read={(cursor, signal) => listMembers(companyId, cursor, signal)}
      columns={memberColumns}
      row={({ userId, name, email, roles: held, joinedAt }) => (
        <tr key={userId}>
          <th scope="row">
            {name}
            <span className={lists.quiet}> {email}</span>
            <RecordId id={userId} />
          </th>
          <td>{list(held.map((role) => t(`company.role.${role}`)))}</td>
          <td>{instant(joinedAt)}</td>
        </tr>
      )}
      none="company.noPeople"
      isNoneGood={false}
      isLive={false}
    />
  )
}

const invitationColumns = [
  { title: 'person.email' },
  { title: 'person.roles' },
  { title: 'lists.column.state' },
  { title: 'company.invitation.expires' },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

function Invitations({ companyId }: Props) {
  return (
    <List
      id="invitations"
      title="company.invitations"
      queryKey={['invitations', companyId]}
      read={(cursor, signal) => listInvitations(companyId, cursor, signal)}
      columns={invitationColumns}
      row={(invitation) => (
        <InvitationRow key={invitation.id} companyId={companyId} invitation={invitation} />
      )}
      none="company.noInvitations"
      isNoneGood={false}
      isLive={false}
    />
  )
}

type RowProps = Props & { readonly invitation: Invitation }

function InvitationRow({ companyId, invitation }: RowProps) {
  const { t, instant, list } = useWords()
  const { id, email, roles: held, state, expiresAt } = invitation
  return (
    <tr>
      <th scope="row">{email}</th>
      <td>{list(held.map((role) => t(`company.role.${role}`)))}</td>
      <td>{t(`company.invitation.state.${state}`)}</td>
      <td>{instant(expiresAt)}</td>
      <td>
        {state === 'OPEN' && (
          <Action
            ask={t('company.invitation.revoke')}
            label={t('company.invitation.revokeOf', { email })}
            act={t('company.invitation.revokeSure')}
            run={() => revokeInvitation(companyId, id)}
          />
        )}
      </td>
    </tr>
  )
}

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
          choices: roles.map((value) => ({ value, label: t(`company.role.${value}`) })),
        },
      ]}
      run={({ email = '', role }) => invite(companyId, email, role as CompanyRole)}
    />
  )
}
