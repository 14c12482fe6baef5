import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Failure } from '#kernel/failure'
import { type CodeSource, codeSourceOf, codeSources, proofOf } from '#modules/identity'
import { type AccountWords, accountPasskeyPage, codePage, signInPage } from '#pages/account'
import type { Http } from '#platform/http'
import { failureSentence } from '#platform/texts'
import { dataOf, requestOf, Tokens } from '../admin/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { pageWords } from './page-language.ts'
import { safeReturn } from './return-to.ts'
import { Locale, pageFormConfig, pageReadConfig } from './route-config.ts'
import { sendPage } from './send-page.ts'
import { assertOwnForm, callerOf, openVisit } from './visit.ts'

const ReturnTo = Type.Optional(Type.String({ maxLength: 300 }))

const SignInForm = Type.Object({
  returnTo: ReturnTo,
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 512 }),
})

const CodeForm = Type.Object({
  returnTo: ReturnTo,
  ticket: Type.String({ maxLength: 128 }),
  source: Type.Enum([...codeSources]),
  code: Type.String({ maxLength: 64 }),
})

const PasskeyForm = Type.Object({
  returnTo: ReturnTo,
  ticket: Type.String({ maxLength: 128 }),
  passkey: Type.String({ maxLength: 12_000 }),
})

export function addSignInRoutes(pages: Http, deps: AccountDeps): void {
  const { api } = deps
  const Query = Type.Object({
    ...Locale,
    returnTo: ReturnTo,
    done: Type.Optional(Type.Literal('password')),
  })
  pages.get('/account/sign-in', pageReadConfig(Query), async (request, reply) => {
    const { returnTo, done } = request.query
    return showSignIn(deps, request, reply, {
      returnTo: safeReturn(returnTo),
      passwordChanged: done === 'password',
    })
  })

  pages.post('/account/sign-in', pageFormConfig(SignInForm), async (request, reply) => {
    const { email, password, returnTo } = request.body
    const back = safeReturn(returnTo)
    return enter(deps, request, reply, {
      returnTo: back,
      tokens: (caller) => api.signIn({ email, password }, caller),
      again: (problem, status) =>
        showSignIn(deps, request, reply, { returnTo: back, email, problem, status }),
    })
  })

  pages.post('/account/code', pageFormConfig(CodeForm), async (request, reply) => {
    const { ticket, source, code, returnTo } = request.body
    const back = safeReturn(returnTo)
    return enter(deps, request, reply, {
      returnTo: back,
      tokens: (caller) =>
        api.completeSignIn(
          { challengeToken: ticket, ...proofOf(source as CodeSource, code) },
          caller,
        ),
      again: (problem, status, failure) => {
        // The challenge accepts five answers. After that the person starts again.
        if (failure.code !== 'identity.second_factor_refused') {
          return showSignIn(deps, request, reply, { returnTo: back, problem, status })
        }
        const page = { ticket, source: source as CodeSource, returnTo: back, problem }
        return sendPage(reply, codePage(pageWords(request), page), { status })
      },
    })
  })

  addPasskeyRoutes(pages, deps)
  addSignOut(pages, deps)
}

function addPasskeyRoutes(pages: Http, deps: AccountDeps): void {
  const { forward, passkeySite: site = '' } = deps
  const QuestionForm = Type.Object({ returnTo: ReturnTo })
  pages.post('/account/passkey-question', pageFormConfig(QuestionForm), async (request, reply) => {
    const words = pageWords(request)
    const caller = callerOf(request, words.language)
    const answer = await forward.send(
      requestOf('POST', '/auth/login/passkey/options', caller, undefined, {}),
    )
    const { challengeToken, options } = dataOf(PasskeyChallenge, answer)
    const { returnTo } = request.body
    const page = accountPasskeyPage(words, {
      returnTo: safeReturn(returnTo),
      site,
      ticket: challengeToken,
      question: JSON.stringify(options),
    })
    return sendPage(reply, page, { script: 'passkey' })
  })

  pages.post('/account/passkey', pageFormConfig(PasskeyForm), async (request, reply) => {
    const { ticket, passkey, returnTo } = request.body
    const back = safeReturn(returnTo)
    return enter(deps, request, reply, {
      returnTo: back,
      tokens: async (caller) => {
        const body = { challengeToken: ticket, passkey: parseJson(passkey) }
        const path = '/auth/login/passkey'
        return dataOf(Tokens, await forward.send(requestOf('POST', path, caller, undefined, body)))
      },
      again: (problem, status, { code }) => {
        const isUnknown = status === 400 || code === 'identity.second_factor_refused'
        const text = isUnknown ? pageWords(request).t('problem.passkey') : problem
        return showSignIn(deps, request, reply, { returnTo: back, problem: text, status })
      },
    })
  })
}

const PasskeyChallenge = Type.Object(
  { challengeToken: Type.String(), options: Type.Object({}, { additionalProperties: true }) },
  { additionalProperties: true },
)

/** The API refuses everything that is no answer of a passkey. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function addSignOut(pages: Http, deps: AccountDeps): void {
  const SignOutForm = Type.Object({ formToken: Type.String({ maxLength: 200 }) })
  pages.post('/account/sign-out', pageFormConfig(SignOutForm), async (request, reply) => {
    const visit = await openVisit(deps, request, reply)
    if (visit) {
      assertOwnForm(visit, request.body.formToken)
      await closeSession(deps, request, visit.words)
      deps.cookie.clear(reply)
    }
    return reply.redirect('/account/sign-in', 303)
  })
}

type Entering = {
  readonly returnTo: string
  readonly tokens: (caller: ReturnType<typeof callerOf>) => Promise<Tokens>
  /** The tokens belong to the session of before, which goes on in another company. */
  readonly continues?: boolean
  /** Shows the form again. */
  readonly again: (problem: string, status: number, failure: Failure) => FastifyReply
}

/** Signs in at the API, where passwords, codes, locks and limits are checked, and opens a new session of these pages. */
export async function enter(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { returnTo, tokens, again, continues = false }: Entering,
): Promise<FastifyReply> {
  const words = pageWords(request)
  const caller = callerOf(request, words.language)
  try {
    const { session } = await deps.sessions.begin(await tokens(caller), caller)
    if (!continues) await closeSession(deps, request, words)
    // A renewal within this request may have written the cookie of the old session.
    reply.removeHeader('set-cookie')
    deps.cookie.write(reply, session)
    return reply.redirect(returnTo, 303)
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error
    const { code, status, details, retryAfterSeconds } = error
    if (code === 'identity.second_factor_required') {
      const { challengeToken = '', methods = [] } = details as {
        challengeToken?: string
        methods?: string[]
      }
      const page = { ticket: challengeToken, source: codeSourceOf(methods), returnTo }
      return sendPage(reply, codePage(words, page))
    }
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return again(problemOf(words, error), status, error)
  }
}

/** The session from before ends. Nobody would have its tokens any more. */
async function closeSession(
  { cookie, sessions }: AccountDeps,
  request: FastifyRequest,
  { language }: AccountWords,
): Promise<void> {
  const before = cookie.read(request)
  if (before) await sessions.close(before, callerOf(request, language)).catch(() => undefined)
}

/** The API's sentence, or a simpler one of ours. */
export function problemOf(words: AccountWords, failure: Failure): string {
  const { t, language } = words
  const { code, status, retryAfterSeconds } = failure
  if (status === 429) {
    const minutes = Math.max(1, Math.ceil((retryAfterSeconds ?? 60) / 60))
    return t('problem.rateLimited', { minutes })
  }
  if (code === 'identity.sign_in_refused') return t('problem.credentials')
  if (code === 'identity.second_factor_refused') return t('problem.wrongCode')
  return failureSentence(failure, language).text
}

type SignInState = {
  readonly returnTo: string
  readonly email?: string
  readonly problem?: string
  readonly status?: number
  readonly passwordChanged?: boolean
}

function showSignIn(
  { passkeySite }: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, ...state }: SignInState,
): FastifyReply {
  const page = signInPage(pageWords(request), { ...state, passkeySite })
  return sendPage(reply, page, {
    status,
    script: passkeySite === undefined ? undefined : 'passkey',
  })
}
