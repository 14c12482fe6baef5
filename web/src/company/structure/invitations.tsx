import { useQuery } from '@tanstack/react-query'
import card from '../../components/card.module.css'
import { EmptyState } from '../../components/empty-state.tsx'
import lists from '../../components/lists.module.css'
import { QueryView } from '../../components/query-view.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Ask } from '../fields/ask.tsx'
import { Field } from '../fields/field.tsx'
import { invitationIn, RoleBoxes, UnitFields } from './member-fields.tsx'
import { invite, listOpenInvitations, revokeInvitation } from './people-api.ts'
import { useUnits } from './use-units.ts'

/** Whoever is invited and has not come yet. */
export function Invitations() {
  const { t, list, instant } = useWords()
  const { data: tree } = useUnits()
  const open = useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => listOpenInvitations(signal),
  })
  return (
    <Section title={t('ourCompany.invitations')}>
      <QueryView query={open}>
        {(invitations) =>
          invitations.length === 0 ? (
            <EmptyState>{t('ourCompany.noInvitations')}</EmptyState>
          ) : (
            <ul className={card.card}>
              {invitations.map(({ id, email, roles, unitRoles = [], expiresAt }) => (
                <li key={id} className={lists.off}>
                  <span>
                    {email},{' '}
                    {t('ourCompany.invitedAs', {
                      roles: list([
                        ...roles.map((role) => t(`ourCompany.role.${role}`)),
                        ...unitRoles.map(({ role, unitId }) =>
                          t('ourCompany.roleForUnit', {
                            role: t(`ourCompany.role.${role}`),
                            unit: tree?.pathOf(unitId) ?? '',
                          }),
                        ),
                      ]),
                      time: instant(expiresAt),
                    })}
                  </span>
                  <Ask
                    ask={t('ourCompany.revoke')}
                    label={t('ourCompany.revokeOf', { email })}
                    act={t('ourCompany.revokeNow')}
                    done={t('ourCompany.revoked', { email })}
                    run={() => revokeInvitation(id)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      <div className={lists.more}>
        <Ask
          ask={t('ourCompany.invite')}
          act={t('ourCompany.inviteNow')}
          effect={t('ourCompany.inviteEffect')}
          run={(form) => invite(invitationIn(form))}
        >
          <Field label={t('ourCompany.email')}>
            <input name="email" type="email" maxLength={254} required autoComplete="off" />
          </Field>
          <RoleBoxes chosen={['requester']} />
          {tree && <UnitFields tree={tree} />}
        </Ask>
      </div>
    </Section>
  )
}
