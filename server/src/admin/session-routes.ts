import { Type } from 'typebox'
import { Failure } from '#kernel/failure'
import { record } from '#kernel/record'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { callerOf, liveSession, type OperatorCallDeps } from './operator-call.ts'
import { PrincipalView } from './principal.ts'

const Credentials = record(
  'OpenAdminSession',
  'The mail address and the password of an operator.',
  {
    email: Type.String({ minLength: 3, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 512 }),
  },
  { examples: [{ email: 'operator@example.com', password: 'correct horse battery staple' }] },
)

const Code = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }))

const SecondFactorBody = record(
  'CompleteAdminSession',
  'The challenge, and one second factor.',
  {
    challengeToken: Type.String({ minLength: 1, maxLength: 128 }),
    totp: Type.Optional(Type.String({ pattern: '^[0-9]{6}$', maxLength: 6 })),
    recoveryCode: Code,
    mailCode: Code,
  },
  {
    minProperties: 2,
    maxProperties: 2,
    examples: [{ challengeToken: '<CHALLENGE_TOKEN>', totp: '123456' }],
  },
)

const ClosedView = record(
  'AdminSessionClosed',
  'The session has ended.',
  {
    signedOut: Type.Literal(true),
    endedAtApi: Type.Boolean({
      description: 'False if the API did not answer. The session there then expires.',
    }),
  },
  { examples: [{ signedOut: true, endedAtApi: true }] },
)

/**
 * Public for the API's access check, because the credential is the cookie of this runtime. Each handler checks the cookie itself.
 * The script in the browser never sees a token.
 */
export function adminSessionRoutes(deps: OperatorCallDeps): Routes {
  return async (http) => {
    addOpenAdminSession(http, deps)
    addCompleteAdminSession(http, deps)
    addGetAdminSession(http, deps)
    addCloseAdminSession(http, deps)
  }
}

function addOpenAdminSession(http: Http, deps: OperatorCallDeps): void {
  const { sessions, cookie } = deps
  http.route({
    method: 'POST',
    url: '/admin/session',
    config: {
      access: 'public',
      rateLimit: 'auth',
      fails: ['identity.sign_in_refused', 'identity.second_factor_required'],
    },
    schema: {
      operationId: 'openAdminSession',
      summary: 'Sign in to the operator pages',
      description:
        'Opens a session for an operator. The session is a cookie that no script can read.',
      tags: ['Operator session'],
      body: Credentials,
      response: answers(PrincipalView),
    },
    handler: async (request, reply) => {
      const { session, principal } = await sessions.open(request.body, callerOf(request))
      cookie.write(reply, session)
      return ok(principal)
    },
  })
}

function addCompleteAdminSession(http: Http, deps: OperatorCallDeps): void {
  const { sessions, cookie } = deps
  http.route({
    method: 'POST',
    url: '/admin/session/second-factor',
    config: {
      access: 'public',
      rateLimit: 'auth',
      fails: [
        'identity.second_factor_refused',
        'identity.challenge_refused',
        'identity.totp_locked',
      ],
    },
    schema: {
      operationId: 'completeAdminSession',
      summary: 'Verify a second factor for the operator pages',
      tags: ['Operator session'],
      body: SecondFactorBody,
      response: answers(PrincipalView),
    },
    handler: async (request, reply) => {
      const { session, principal } = await sessions.complete(request.body, callerOf(request))
      cookie.write(reply, session)
      return ok(principal)
    },
  })
}

function addGetAdminSession(http: Http, deps: OperatorCallDeps): void {
  http.route({
    method: 'GET',
    url: '/admin/session',
    config: { access: 'public' },
    schema: {
      operationId: 'getAdminSession',
      summary: 'Get the session of the operator pages',
      tags: ['Operator session'],
      response: answers(PrincipalView),
    },
    handler: async (request, reply) => {
      const { principal } = await liveSession(deps, request, reply)
      return ok(principal)
    },
  })
}

function addCloseAdminSession(http: Http, deps: OperatorCallDeps): void {
  const { sessions, cookie, check } = deps
  http.route({
    method: 'DELETE',
    url: '/admin/session',
    config: { access: 'public' },
    schema: {
      operationId: 'closeAdminSession',
      summary: 'Sign out of the operator pages',
      description: 'Also ends the session at the API.',
      tags: ['Operator session'],
      response: answers(ClosedView),
    },
    handler: async (request, reply) => {
      const session = cookie.read(request)
      cookie.clear(reply)
      if (!session) return ok({ signedOut: true as const, endedAtApi: true })
      await check.forget(session.accessToken)
      const endedAtApi = await sessions.close(session, callerOf(request)).then(
        () => true,
        // The API no longer knows this session, so it has ended. Nothing else was requested.
        (error: unknown) => error instanceof Failure && error.status === 401,
      )
      return ok({ signedOut: true as const, endedAtApi })
    },
  })
}
