import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { Failure } from '#kernel/failure'
import { type Http, type Routes, readForms } from '#platform/http'
import type { OAuth } from '../service.ts'
import { addConsentForms } from './consent-forms.ts'
import { findInteraction, type Interaction } from './interaction.ts'
import { pageWords } from './page-words.ts'
import { errorPage, sendPage } from './pages.ts'
import { addPasskeyForms } from './passkey-forms.ts'
import { showConsent, showSignIn } from './show-pages.ts'
import { addSignInForms } from './sign-in-forms.ts'

/**
 * The pages for sign-in and consent. They are not part of the API or its document. Every answer is a page or a
 * redirect, and only passkeys need a script; a password works without one.
 */
export function oauthPageRoutes(oauth: OAuth): Routes {
  return async (http) => {
    await http.register(async (plugin) => {
      const pages = plugin as unknown as Http
      readForms(pages, { lists: new Set(['scope']) })
      pages.setErrorHandler(pageForError)
      pages.get(
        '/oauth/interaction/:uid',
        { config: { access: 'public', rateLimit: 'auth' }, schema: { hide: true } },
        async (request, reply) => showNext(await findInteraction(oauth, request, reply), reply),
      )
      addSignInForms(pages, oauth)
      addPasskeyForms(pages, oauth)
      addConsentForms(pages, oauth)
    })
  }
}

function showNext(interaction: Interaction, reply: FastifyReply): FastifyReply {
  const { found, member, company, words } = interaction
  if (found.prompt.name === 'consent' && member) return showConsent(interaction, reply)
  const isStranger = found.session?.accountId !== undefined && !member
  const problem = isStranger ? words.t('problem.stranger', { company }) : undefined
  return showSignIn(interaction, reply, { problem, email: hintOf(interaction) })
}

/** The person whom the app expects. It is a hint only, and nothing trusts it. */
function hintOf({ found }: Interaction): string | undefined {
  const { login_hint: hint } = found.params
  return typeof hint === 'string' && hint.length <= 254 ? hint : undefined
}

function pageForError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, code } = statusOf(error)
  if (error instanceof Failure && error.retryAfterSeconds !== undefined) {
    reply.header('retry-after', error.retryAfterSeconds)
  }
  if (status === 500) request.log.error({ error }, 'request failed')
  const words = pageWords({
    uiLocales: undefined,
    acceptLanguage: request.headers['accept-language'],
  })
  sendPage(reply, errorPage(words, code).html, { status })
}

function statusOf(error: unknown): { status: number; code: string } {
  if (error instanceof errors.OIDCProviderError) {
    const isGone = error instanceof errors.SessionNotFound
    return { status: error.status, code: isGone ? 'session_not_found' : error.error }
  }
  if (error instanceof Failure) return { status: error.status, code: error.code }
  // An error of Fastify itself, about a form that is too long or cannot be read.
  const { statusCode = 500 } = error as { statusCode?: number }
  if (statusCode < 500) return { status: statusCode, code: 'invalid_request' }
  return { status: 500, code: 'server_error' }
}
