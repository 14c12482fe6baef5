import { consentPage, signInPage } from '@purveyor/web/authorize'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { Type } from 'typebox'
import { type Scope, scopes } from '#kernel/actor'
import type { Http, Routes } from '#platform/http'
import { recordConsent, recordRefusal } from './consent.ts'
import { refuseForeignForm } from './form-guard.ts'
import { readForms } from './forms.ts'
import {
  askedScopes,
  beginAgain,
  findInteraction,
  type Interaction,
  signOutHere,
} from './interaction.ts'
import { errorPage, sendPage } from './pages.ts'
import type { OAuth } from './service.ts'
import { type SignInOutcome, signInHere } from './sign-in-here.ts'

const FormToken = { formToken: Type.String({ maxLength: 200 }) }
const SignInForm = Type.Object({
  ...FormToken,
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 512 }),
})
const PlainForm = Type.Object(FormToken)
const ConsentForm = Type.Object({
  ...FormToken,
  decision: Type.Enum(['allow', 'deny']),
  scope: Type.Optional(Type.Array(Type.Enum([...scopes]), { maxItems: scopes.length })),
})

const config = { access: 'public', rateLimit: 'auth' } as const
/** Pages for people, and what their forms send: no part of the API. */
const hide = true

/** Sign-in and consent. Every answer is a page or a way back; nothing here needs a script. */
export function oauthPageRoutes(oauth: OAuth): Routes {
  return async (http) => {
    await http.register(async (plugin) => {
      const pages = plugin as unknown as Http
      readForms(pages)
      pages.setErrorHandler(pageForError)
      addPage(pages, oauth)
      addSignIn(pages, oauth)
      addConsent(pages, oauth)
    })
  }
}

function addPage(pages: Http, oauth: OAuth): void {
  pages.get('/oauth/interaction/:uid', { config, schema: { hide } }, async (request, reply) => {
    const interaction = await findInteraction(oauth, request, reply)
    return showWhatIsNext(interaction, reply)
  })
}

function showWhatIsNext(interaction: Interaction, reply: FastifyReply): FastifyReply {
  const { found, member } = interaction
  if (found.prompt.name === 'consent' && member) return showConsent(interaction, reply)
  const isStranger = found.session?.accountId !== undefined && !member
  const problem = isStranger
    ? `You are signed in as somebody who does not belong to ${interaction.company}. Sign in as somebody who does.`
    : undefined
  return showSignIn(interaction, reply, { problem, email: hintOf(interaction) })
}

type SignInNote = { readonly problem?: string | undefined; readonly email?: string | undefined }

function showSignIn(
  { app, company, address, formToken, redirectUri }: Interaction,
  reply: FastifyReply,
  note: SignInNote,
  status = 200,
): FastifyReply {
  const page = signInPage({ app: app.name, company, address, formToken, ...note })
  return sendPage(reply, page, { status, returnsTo: redirectUri })
}

function showConsent(
  interaction: Interaction,
  reply: FastifyReply,
  problem?: string,
  status = 200,
): FastifyReply {
  const { app, company, address, formToken, redirectUri, member, refusedBefore } = interaction
  if (!member) throw new errors.SessionNotFound('nobody is signed in')
  const { asked, possible } = askedScopes(interaction)
  const page = consentPage({
    app: app.name,
    company,
    person: member,
    address,
    formToken,
    scopes: asked.map((name) => ({
      name,
      isTicked: problem === undefined && !refusedBefore.has(name),
      isYours: possible.includes(name),
    })),
    returnsTo: placeOf(redirectUri),
    problem,
  })
  return sendPage(reply, page, { status, returnsTo: redirectUri })
}

function addSignIn(pages: Http, oauth: OAuth): void {
  pages.post(
    '/oauth/interaction/:uid/sign-in',
    { config, schema: { hide, body: SignInForm } },
    async (request, reply) => {
      const interaction = await openForm(oauth, request, reply)
      const { email, password } = request.body
      const outcome = await signInHere(oauth, interaction, () =>
        oauth.identity.signIn({ email, password }),
      )
      return answerSignIn(oauth, interaction, outcome, request, reply)
    },
  )

  pages.post(
    '/oauth/interaction/:uid/sign-out',
    { config, schema: { hide, body: PlainForm } },
    async (request, reply) => {
      const interaction = await openForm(oauth, request, reply)
      await signOutHere(oauth, interaction)
      return reply.redirect(beginAgain(interaction), 303)
    },
  )
}

async function answerSignIn(
  oauth: OAuth,
  interaction: Interaction,
  outcome: SignInOutcome,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (outcome.kind !== 'signed_in') {
    const { email } = request.body as { email?: string }
    const problem =
      outcome.kind === 'refused' ? outcome.problem : 'This account asks for more than a password.'
    const status = outcome.kind === 'refused' ? outcome.status : 401
    return showSignIn(interaction, reply, { problem, email }, status)
  }
  const { userId } = outcome
  if (interaction.found.session && interaction.found.session.accountId !== userId) {
    // Somebody else was signed in here before. Their session ends, and what is asked goes on without it.
    await signOutHere(oauth, interaction)
    interaction.found.session = undefined
    await interaction.found.persist()
  }
  const login = { accountId: userId, remember: false }
  return finish(oauth, { login }, request, reply)
}

function addConsent(pages: Http, oauth: OAuth): void {
  pages.post(
    '/oauth/interaction/:uid/consent',
    { config, schema: { hide, body: ConsentForm } },
    async (request, reply) => {
      const interaction = await openForm(oauth, request, reply)
      const { decision, scope: ticked = [] } = request.body
      if (decision === 'deny') return deny(oauth, interaction, request, reply)
      const { found, member } = interaction
      if (found.prompt.name !== 'consent' || !member) {
        throw new errors.SessionNotFound('nobody was asked for consent')
      }
      const { possible } = askedScopes(interaction)
      const granted = possible.filter((scope) => (ticked as Scope[]).includes(scope))
      if (granted.length === 0) {
        const problem = 'Nothing is ticked. Tick what the app may do, or refuse.'
        return showConsent(interaction, reply, problem, 422)
      }
      const grantId = await recordConsent(oauth, interaction, granted)
      return finish(oauth, { consent: { grantId } }, request, reply)
    },
  )

  pages.post(
    '/oauth/interaction/:uid/deny',
    { config, schema: { hide, body: PlainForm } },
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
  const to = await oauth.provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: false,
  })
  return reply.redirect(to, 303)
}

/** 303, never 307: a password must not travel on with the redirect (RFC 9700, 4.12). */
async function finish(
  { provider }: OAuth,
  result: { login: { accountId: string; remember: boolean } } | { consent: { grantId: string } },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const to = await provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: true,
  })
  return reply.redirect(to, 303)
}

async function openForm(
  oauth: OAuth,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction> {
  const interaction = await findInteraction(oauth, request, reply)
  refuseForeignForm(request, { expected: interaction.formToken, authUrl: oauth.authUrl })
  return interaction
}

function pageForError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, code } = statusOf(error)
  if (status >= 500) request.log.error({ error }, 'request failed')
  sendPage(reply, errorPage(code).html, { status })
}

function statusOf(error: unknown): { status: number; code: string } {
  if (error instanceof errors.OIDCProviderError) {
    const isGone = error instanceof errors.SessionNotFound
    return { status: error.status, code: isGone ? 'session_not_found' : error.error }
  }
  const { status, code } = error as { status?: unknown; code?: unknown }
  if (typeof status === 'number' && status < 500) return { status, code: String(code) }
  return { status: 500, code: 'server_error' }
}

/** Whom the app expects. A hint to a person, and nothing is believed because of it. */
function hintOf({ found }: Interaction): string | undefined {
  const { login_hint: hint } = found.params
  return typeof hint === 'string' && hint.length <= 254 ? hint : undefined
}

/** The part of an address that tells a person where it leads. */
function placeOf(redirectUri: string): string {
  const url = new URL(redirectUri)
  return /^https?:$/.test(url.protocol) ? url.host : 'the app on this device'
}
