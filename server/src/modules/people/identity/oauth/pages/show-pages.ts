import type { FastifyReply } from 'fastify'
import { errors } from 'oidc-provider'
import { consentPage, passkeyPage, secondFactorPage, signInPage } from '#pages/authorize'
import type { CodeSource } from '../../sessions/factors/typed-code.ts'
import { type Interaction, scopesOfRequest } from './interaction.ts'
import { sendPage } from './pages.ts'

type Note = {
  readonly problem?: string | undefined
  readonly email?: string | undefined
  readonly status?: number
}

export function showSignIn(
  { app, company, address, formToken, redirectUri, passkeySite, words }: Interaction,
  reply: FastifyReply,
  { problem, email, status = 200 }: Note,
): FastifyReply {
  const content = { app: app.name, company, address, formToken, problem, email, passkeySite }
  const usesPasskeys = passkeySite !== undefined
  return sendPage(reply, signInPage(words, content), {
    status,
    returnsTo: redirectUri,
    usesPasskeys,
  })
}

export function showPasskey(
  { app, address, formToken, redirectUri, passkeySite = '', words }: Interaction,
  reply: FastifyReply,
  { challengeToken: ticket, options }: { challengeToken: string; options: object },
): FastifyReply {
  const question = JSON.stringify(options)
  const content = { app: app.name, address, formToken, site: passkeySite, ticket, question }
  return sendPage(reply, passkeyPage(words, content), {
    returnsTo: redirectUri,
    usesPasskeys: true,
  })
}

export function showSecondFactor(
  { app, company, address, formToken, redirectUri, words }: Interaction,
  reply: FastifyReply,
  step: { readonly ticket: string; readonly ways: CodeSource; readonly problem?: string },
): FastifyReply {
  const page = secondFactorPage(words, { app: app.name, company, address, formToken, ...step })
  const status = step.problem === undefined ? 200 : 401
  return sendPage(reply, page, { status, returnsTo: redirectUri })
}

export function showConsent(
  interaction: Interaction,
  reply: FastifyReply,
  problem?: string,
): FastifyReply {
  const { app, company, address, formToken, redirectUri, member, refusedBefore } = interaction
  if (!member) throw new errors.SessionNotFound('nobody is signed in')
  const { requested, possible } = scopesOfRequest(interaction)
  const page = consentPage(interaction.words, {
    app: app.name,
    company,
    person: member,
    address,
    formToken,
    scopes: requested.map((name) => ({
      name,
      isTicked: problem === undefined && !refusedBefore.has(name),
      isYours: possible.includes(name),
    })),
    returnsTo: placeOf(redirectUri),
    problem,
  })
  return sendPage(reply, page, {
    status: problem === undefined ? 200 : 422,
    returnsTo: redirectUri,
  })
}

/** The part of an address that shows a person where it leads. Undefined: to an app on their device. */
function placeOf(redirectUri: string): string | undefined {
  const url = new URL(redirectUri)
  return /^https?:$/.test(url.protocol) ? url.host : undefined
}
