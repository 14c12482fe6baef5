import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Failure } from '#kernel/failure'
import {
  forgotPasswordPage,
  invitationPage,
  mailedCodePage,
  resetPasswordPage,
  resetSentPage,
} from '#pages/account'
import type { Http } from '#platform/http'
import { dataOf, requestOf, Tokens } from '../admin/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { pageWords } from './page-language.ts'
import { pageFormConfig, pageReadConfig } from './route-config.ts'
import { sendPage } from './send-page.ts'
import { forMember } from './show-problem.ts'
import { enter, problemOf } from './sign-in-routes.ts'
import { assertOwnForm, callerOf, openVisit } from './visit.ts'

const Token = Type.String({ maxLength: 200 })

/** The pages to which the mails with a token lead. They use the token only when the person sends the form: mail filters open links. */
export function addTokenRoutes(pages: Http, deps: AccountDeps): void {
  addForgotPassword(pages, deps)
  addResetPassword(pages, deps)
  addMailedCode(pages, deps)
  addInvitation(pages, deps)
  addJoin(pages, deps)
}

function addForgotPassword(pages: Http, deps: AccountDeps): void {
  pages.get('/account/forgot-password', pageReadConfig(), async (request, reply) =>
    sendPage(reply, forgotPasswordPage(pageWords(request), {})),
  )

  const ForgotForm = Type.Object({ email: Type.String({ maxLength: 254 }) })
  pages.post('/account/forgot-password', pageFormConfig(ForgotForm), async (request, reply) => {
    const { email } = request.body
    return attempt(request, reply, {
      act: async () => {
        await post(deps, request, '/auth/password/reset-request', { email: email.trim() })
        return sendPage(reply, resetSentPage(pageWords(request)))
      },
      again: (problem, status) =>
        sendPage(reply, forgotPasswordPage(pageWords(request), { email, problem }), { status }),
    })
  })
}

function addResetPassword(pages: Http, deps: AccountDeps): void {
  pages.get('/account/reset-password', pageReadConfig(), async (request, reply) =>
    sendPage(reply, resetPasswordPage(pageWords(request), {}), { script: 'token' }),
  )

  const ResetForm = Type.Object({ token: Token, newPassword: Type.String({ maxLength: 512 }) })
  pages.post('/account/reset-password', pageFormConfig(ResetForm), async (request, reply) => {
    const { token: given, newPassword } = request.body
    const token = tokenIn(given)
    return attempt(request, reply, {
      act: async () => {
        await post(deps, request, '/auth/password/reset', { token, newPassword })
        // The API has ended all sessions of the person.
        deps.cookie.clear(reply)
        return reply.redirect('/account/sign-in?done=password', 303)
      },
      again: (problem, status) =>
        sendPage(reply, resetPasswordPage(pageWords(request), { token, problem }), {
          status,
          script: 'token',
        }),
    })
  })
}

function addMailedCode(pages: Http, deps: AccountDeps): void {
  pages.get('/account/mailed-code', pageReadConfig(), async (request, reply) =>
    sendPage(reply, mailedCodePage(pageWords(request), {}), { script: 'token' }),
  )

  const CodeForm = Type.Object({ token: Token, password: Type.String({ maxLength: 512 }) })
  pages.post('/account/mailed-code', pageFormConfig(CodeForm), async (request, reply) => {
    const code = tokenIn(request.body.token)
    const { password } = request.body
    return enter(deps, request, reply, {
      returnTo: '/account',
      tokens: async () =>
        dataOf(Tokens, await send(deps, request, '/auth/login/mail-code', { code, password })),
      again: (problem, status) =>
        sendPage(reply, mailedCodePage(pageWords(request), { token: code, problem }), {
          status,
          script: 'token',
        }),
    })
  })
}

function addInvitation(pages: Http, deps: AccountDeps): void {
  pages.get('/account/invitation', pageReadConfig(), async (request, reply) => {
    const visit = await openVisit(deps, request, reply)
    const member = visit && { email: visit.viewer.email, formToken: visit.viewer.formToken }
    const words = visit?.words ?? pageWords(request)
    return sendPage(reply, invitationPage(words, { member }), { script: 'token' })
  })

  const AcceptForm = Type.Object({
    token: Token,
    name: Type.String({ maxLength: 200 }),
    password: Type.String({ maxLength: 512 }),
  })
  pages.post('/account/invitation', pageFormConfig(AcceptForm), async (request, reply) => {
    const { name, password } = request.body
    const token = tokenIn(request.body.token)
    return enter(deps, request, reply, {
      returnTo: '/account',
      tokens: async () =>
        dataOf(
          Tokens,
          await send(deps, request, '/auth/invitations/accept', { token, name, password }),
        ),
      again: (problem, status) =>
        sendPage(reply, invitationPage(pageWords(request), { token, name, problem }), {
          status,
          script: 'token',
        }),
    })
  })
}

/** A person with an account joins one more company and then works in it. */
function addJoin(pages: Http, deps: AccountDeps): void {
  const JoinForm = Type.Object({ formToken: Type.String({ maxLength: 200 }), token: Token })
  pages.post('/account/join', pageFormConfig(JoinForm), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      assertOwnForm(visit, request.body.formToken)
      const token = tokenIn(request.body.token)
      const { words, viewer } = visit
      return attempt(request, reply, {
        act: async () => {
          const joined = await visit.post('/auth/invitations/join', { token })
          const { companyId } = joined as { companyId: string }
          return enter(deps, request, reply, {
            returnTo: '/account',
            continues: true,
            tokens: () => visit.post('/auth/company', { companyId }, { schema: Tokens }),
            again: () => reply.redirect('/account', 303),
          })
        },
        again: (problem, status) => {
          const { email, formToken } = viewer
          const page = invitationPage(words, { token, problem, member: { email, formToken } })
          return sendPage(reply, page, { status, script: 'token' })
        },
      })
    }),
  )
}

/** Without a script people copy the end of the link, and some copy all of it. */
const tokenIn = (typed: string): string =>
  typed
    .trim()
    .replace(/^.*#/, '')
    .replace(/^token=/, '')

type Attempt = {
  readonly act: () => Promise<FastifyReply>
  readonly again: (problem: string, status: number) => FastifyReply
}

async function attempt(
  request: FastifyRequest,
  reply: FastifyReply,
  { act, again }: Attempt,
): Promise<FastifyReply> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
    return again(problemOf(pageWords(request), error), error.status)
  }
}

function send({ forward }: AccountDeps, request: FastifyRequest, path: string, body: object) {
  return forward.send(
    requestOf('POST', path, callerOf(request, pageWords(request).language), undefined, body),
  )
}

async function post(
  deps: AccountDeps,
  request: FastifyRequest,
  path: string,
  body: object,
): Promise<void> {
  dataOf(Type.Unknown(), await send(deps, request, path, body))
}
