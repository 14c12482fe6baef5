import type { Scope } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { OAuth } from '../service.ts'
import { type Interaction, scopesOfRequest } from './interaction.ts'

/**
 * Every scope on the page is decided now, ticked or not. Decisions about other scopes stay. An undecided scope would
 * be requested again for ever, so a scope that the person cannot give counts as refused.
 */
export async function recordConsent(
  { provider, baseUrl, identity }: OAuth,
  interaction: Interaction,
  ticked: readonly Scope[],
): Promise<string> {
  const { found, app, member } = interaction
  const { requested } = scopesOfRequest(interaction)
  const before = found.grantId ? await provider.Grant.find(found.grantId) : undefined
  const grant = before ?? new provider.Grant({ accountId: member?.userId ?? '', clientId: app.id })

  const keep = (text: string) =>
    text.split(' ').filter((scope) => scope && !(requested as string[]).includes(scope))
  const granted = [...keep(grant.getResourceScope(baseUrl)), ...ticked]
  const rejected = [
    ...keep(grant.getRejectedResourceScope(baseUrl)),
    ...requested.filter((scope) => !ticked.includes(scope)),
  ]
  grant.resources = { [baseUrl]: granted.join(' ') }
  grant.rejected = { resources: { [baseUrl]: rejected.join(' ') } }
  // The person was asked and answered today, so the consent has its whole lifetime again.
  grant.exp = undefined
  const grantId = await grant.save()
  // A reduction takes effect at once, also for existing tokens.
  if (before) identity.forgetCredentials()
  return grantId
}

export async function recordRefusal(
  { database, now }: OAuth,
  { app, member }: Interaction,
): Promise<void> {
  if (!member) return
  const { companyId } = app
  await database.transaction(async (tx) =>
    recordAudit(tx, {
      companyId,
      actor: { kind: 'person', id: member.userId, companyId, roles: new Set(), scopes: new Set() },
      action: 'identity.oauth_consent_refused',
      target: { type: 'oauth_app', id: app.id },
      outcome: 'refused',
      now: now(),
    }),
  )
}
