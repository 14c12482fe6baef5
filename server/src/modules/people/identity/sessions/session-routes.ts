import { Type } from 'typebox'
import { after } from '#kernel/time'
import { addressKey, answers, type Http, ok, type Routes, stepUpMs } from '#platform/http'
import {
  AcceptedView,
  ChangedView,
  ChangePasswordBody,
  PasskeyQuestionView,
  RemovedView,
  ResetPasswordBody,
  ResetRequestBody,
  RevokedView,
  SessionView,
  SteppedUpView,
  StepUpBody,
  viewSession,
} from './schemas.ts'
import type { Sessions } from './service.ts'

const tags = ['Identity']
const SessionParams = Type.Object({ sessionId: Type.String({ maxLength: 64 }) })

export function ownSessionRoutes(sessions: Sessions): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/auth/sessions',
      config: { access: 'person' },
      schema: {
        operationId: 'listSessions',
        summary: 'List your sessions',
        description: 'Lists at most 100 sessions, the one used last first.',
        tags,
        response: answers(Type.Array(SessionView)),
      },
      handler: async ({ actor }) => {
        const found = await sessions.listSessions(actor)
        return ok(found.map((session) => viewSession(session, actor.sessionId)))
      },
    })

    http.route({
      method: 'DELETE',
      url: '/auth/sessions/:sessionId',
      config: { access: 'person', fails: ['identity.session_not_found'] },
      schema: {
        operationId: 'revokeSession',
        summary: 'Revoke a session',
        tags,
        params: SessionParams,
        response: answers(RemovedView),
      },
      handler: async ({ actor, params }) => {
        await sessions.revokeSession(actor, params.sessionId)
        return ok({ removed: true as const })
      },
    })

    http.route({
      method: 'POST',
      url: '/auth/sessions/revoke-others',
      config: { access: 'person' },
      schema: {
        operationId: 'revokeOtherSessions',
        summary: 'Revoke your other sessions',
        tags,
        response: answers(RevokedView),
      },
      handler: async ({ actor }) => ok({ revoked: await sessions.revokeOtherSessions(actor) }),
    })
  }
}

export function stepUpRoutes(sessions: Sessions): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/auth/step-up/passkey/options',
      config: {
        access: 'person',
        duringEnrolment: true,
        rateLimit: 'auth',
        fails: ['identity.passkeys_unavailable'],
      },
      schema: {
        operationId: 'beginStepUp',
        summary: 'Request passkey step-up options',
        tags,
        response: answers(PasskeyQuestionView),
      },
      handler: async ({ actor }) => ok(await sessions.beginStepUp(actor)),
    })

    http.route({
      method: 'POST',
      url: '/auth/step-up',
      config: {
        access: 'person',
        duringEnrolment: true,
        rateLimit: 'auth',
        fails: [
          'identity.step_up_refused',
          'identity.step_up_needs_factor',
          'identity.totp_locked',
          'identity.too_many_attempts',
        ],
      },
      schema: {
        operationId: 'stepUp',
        summary: 'Confirm your presence',
        description:
          'After this, and after a sign-in, requests that were refused with 403 `identity.step_up_required` work for five minutes. People with a second factor confirm with that factor, others with their password.',
        tags,
        body: StepUpBody,
        response: answers(SteppedUpView),
      },
      handler: async (request) => {
        const { actor, body } = request
        const at = await sessions.stepUp(actor, body, { address: addressKey(request) })
        return ok({ authenticatedAt: at.toISOString(), until: after(at, stepUpMs).toISOString() })
      },
    })
  }
}

export function passwordRoutes(sessions: Sessions): Routes {
  return async (http) => {
    addChangePassword(http, sessions)
    addRequestPasswordReset(http, sessions)
    addResetPassword(http, sessions)
  }
}

function addChangePassword(http: Http, sessions: Sessions): void {
  http.route({
    method: 'POST',
    url: '/auth/password/change',
    config: {
      access: 'person',
      rateLimit: 'auth',
      fails: [
        'identity.current_password_wrong',
        'identity.password_unacceptable',
        'identity.too_many_attempts',
      ],
    },
    schema: {
      operationId: 'changePassword',
      summary: 'Change your password',
      description: 'Ends all other sessions, and all consents to partner apps.',
      tags,
      body: ChangePasswordBody,
      response: answers(ChangedView),
    },
    handler: async (request) => {
      const { actor, body } = request
      await sessions.changePassword(actor, body, { address: addressKey(request) })
      return ok({ changed: true as const })
    },
  })
}

function addRequestPasswordReset(http: Http, sessions: Sessions): void {
  http.route({
    method: 'POST',
    url: '/auth/password/reset-request',
    config: { access: 'public', rateLimit: 'auth' },
    schema: {
      operationId: 'requestPasswordReset',
      summary: 'Request a password reset',
      description:
        'The answer is the same whether the account exists or not. The token in the mail works once, for 30 minutes, and only until the next request.',
      tags,
      body: ResetRequestBody,
      response: answers(AcceptedView, { status: 202 }),
    },
    handler: async ({ body }) => {
      await sessions.requestPasswordReset(body.email)
      return ok({ accepted: true as const })
    },
  })
}

function addResetPassword(http: Http, sessions: Sessions): void {
  http.route({
    method: 'POST',
    url: '/auth/password/reset',
    config: {
      access: 'public',
      rateLimit: 'auth',
      fails: ['identity.reset_token_refused', 'identity.password_unacceptable'],
    },
    schema: {
      operationId: 'resetPassword',
      summary: 'Reset your password',
      description:
        'Send the token from the mail. All sessions end, and this request does not sign in. The next sign-in still asks for the second factor.',
      tags,
      body: ResetPasswordBody,
      response: answers(ChangedView),
    },
    handler: async ({ body }) => {
      await sessions.resetPassword(body)
      return ok({ changed: true as const })
    },
  })
}
