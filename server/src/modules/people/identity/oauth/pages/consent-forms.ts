import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { Type } from 'typebox'
import { type Scope, scopes } from '#kernel/actor'
import type { Http } from '#platform/http'
import type { OAuth } from '../service.ts'
import { recordConsent, recordRefusal } from './consent.ts'
import { FormToken, finish, openForm } from './form-answers.ts'
import { type Interaction, scopesOfRequest } from './interaction.ts'
import { showConsent } from './show-pages.ts'

const ConsentForm = Type.Object({
  ...FormToken,
  decision: Type.Enum(['allow', 'deny']),
  scope: Type.Optional(Type.Array(Type.Enum([...scopes]), { maxItems: scopes.length })),
})

const config = { access: 'public', rateLimit: 'auth' } as const

export function addConsentForms(pages: Http, oauth: OAuth): void {
  pages.post(
    '/oauth/interaction/:uid/consent',
    { config, schema: { hide: true, body: ConsentForm } },
    async (request, reply) => {
      const interaction = await openForm(oauth, request, reply)
      const { decision, scope: ticked = [] } = request.body
      if (decision === 'deny') return deny(oauth, interaction, request, reply)
      const { found, member } = interaction
      if (found.prompt.name !== 'consent' || !member) {
        throw new errors.SessionNotFound('nobody was asked for consent')
      }
      const { possible } = scopesOfRequest(interaction)
      const granted = possible.filter((scope) => (ticked as Scope[]).includes(scope))
      if (granted.length === 0) {
        const problem = interaction.words.t('consent.nothingTicked')
        return showConsent(interaction, reply, problem)
      }
      const grantId = await recordConsent(oauth, interaction, granted)
      return finish(oauth, { consent: { grantId } }, request, reply)
    },
  )

  pages.post(
    '/oauth/interaction/:uid/deny',
    { config, schema: { hide: true, body: Type.Object(FormToken) } },
    async (request, reply) => deny(oauth, await openForm(oauth, request, reply), request, reply),
  )
}

async function deny(
  oauth: OAuth,
  interaction: Interaction,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await recordRefusal(oauth, interaction)
  const result = { error: 'access_denied', error_description: 'the person refused' }
  return finish(oauth, result, request, reply)
}
