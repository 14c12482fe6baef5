import { Type } from 'typebox'
import { addressKey, answers, type Http, ok, type Routes } from '#platform/http'
import {
  ConfirmTotpBody,
  EnrolledTotpView,
  FactorsView,
  PasskeyQuestionView,
  RecoveryCodesView,
  RegisteredPasskeyView,
  RegisterPasskeyBody,
  RemovedView,
  viewFactors,
  viewPasskey,
} from '../schemas.ts'
import type { Sessions } from '../service.ts'

const tags = ['Identity']
const mine = { access: 'person', duringEnrolment: true } as const
const PasskeyParams = Type.Object({ passkeyId: Type.String({ maxLength: 64 }) })

/** Every change of a second factor ends the other sessions and sends a mail. */
export function totpRoutes(sessions: Sessions): Routes {
  return async (http) => {
    addGetFactors(http, sessions)
    addEnrolTotp(http, sessions)
    addConfirmTotp(http, sessions)
    addDisableTotp(http, sessions)
    addRenewRecoveryCodes(http, sessions)
  }
}

function addGetFactors(http: Http, sessions: Sessions): void {
  http.route({
    method: 'GET',
    url: '/auth/factors',
    config: mine,
    schema: {
      operationId: 'getFactors',
      summary: 'Get your second factors',
      tags,
      response: answers(FactorsView),
    },
    handler: async ({ actor }) => ok(viewFactors(await sessions.factorsOf(actor))),
  })
}

function addEnrolTotp(http: Http, sessions: Sessions): void {
  http.route({
    method: 'POST',
    url: '/auth/factors/totp',
    config: { ...mine, stepUp: true, fails: ['identity.totp_already_confirmed'] },
    schema: {
      operationId: 'enrolTotp',
      summary: 'Enrol an authenticator app',
      description:
        'Only this answer contains the secret. It becomes active when a code confirms it.',
      tags,
      response: answers(EnrolledTotpView, { status: 201 }),
    },
    handler: async ({ actor }) => ok(await sessions.enrolTotp(actor)),
  })
}

function addConfirmTotp(http: Http, sessions: Sessions): void {
  http.route({
    method: 'POST',
    url: '/auth/factors/totp/confirm',
    config: {
      ...mine,
      stepUp: true,
      fails: ['identity.totp_not_begun', 'identity.totp_code_wrong', 'identity.too_many_attempts'],
    },
    schema: {
      operationId: 'confirmTotp',
      summary: 'Confirm an authenticator app',
      tags,
      body: ConfirmTotpBody,
      response: answers(RecoveryCodesView),
    },
    handler: async (request) => {
      const { actor, body } = request
      const origin = { address: addressKey(request) }
      const recoveryCodes = await sessions.confirmTotp(actor, body.totp, origin)
      return ok({ recoveryCodes: [...recoveryCodes] })
    },
  })
}

function addDisableTotp(http: Http, sessions: Sessions): void {
  http.route({
    method: 'DELETE',
    url: '/auth/factors/totp',
    config: { ...mine, stepUp: true, fails: ['identity.factor_not_found'] },
    schema: {
      operationId: 'disableTotp',
      summary: 'Remove the authenticator app',
      tags,
      response: answers(RemovedView),
    },
    handler: async ({ actor }) => {
      await sessions.disableTotp(actor)
      return ok({ removed: true as const })
    },
  })
}

function addRenewRecoveryCodes(http: Http, sessions: Sessions): void {
  http.route({
    method: 'POST',
    url: '/auth/factors/recovery-codes',
    config: { ...mine, stepUp: true, fails: ['identity.no_second_factor'] },
    schema: {
      operationId: 'renewRecoveryCodes',
      summary: 'Renew recovery codes',
      description: 'The former codes stop working.',
      tags,
      response: answers(RecoveryCodesView, { status: 201 }),
    },
    handler: async ({ actor }) =>
      ok({ recoveryCodes: [...(await sessions.renewRecoveryCodes(actor))] }),
  })
}

export function passkeyRoutes(sessions: Sessions): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/auth/factors/passkeys/options',
      config: {
        ...mine,
        stepUp: true,
        fails: ['identity.passkeys_unavailable', 'identity.too_many_passkeys'],
      },
      schema: {
        operationId: 'beginPasskey',
        summary: 'Request passkey registration options',
        tags,
        response: answers(PasskeyQuestionView),
      },
      handler: async ({ actor }) => ok(await sessions.beginPasskey(actor)),
    })

    http.route({
      method: 'POST',
      url: '/auth/factors/passkeys',
      config: {
        ...mine,
        stepUp: true,
        fails: ['identity.challenge_refused', 'identity.passkey_refused'],
      },
      schema: {
        operationId: 'registerPasskey',
        summary: 'Register a passkey',
        tags,
        body: RegisterPasskeyBody,
        response: answers(RegisteredPasskeyView, { status: 201 }),
      },
      handler: async ({ actor, body }) => {
        const { passkey, recoveryCodes } = await sessions.registerPasskey(actor, body)
        return ok({ passkey: viewPasskey(passkey), recoveryCodes: [...recoveryCodes] })
      },
    })

    http.route({
      method: 'DELETE',
      url: '/auth/factors/passkeys/:passkeyId',
      config: { ...mine, stepUp: true, fails: ['identity.factor_not_found'] },
      schema: {
        operationId: 'removePasskey',
        summary: 'Remove a passkey',
        tags,
        params: PasskeyParams,
        response: answers(RemovedView),
      },
      handler: async ({ actor, params }) => {
        await sessions.removePasskey(actor, params.passkeyId)
        return ok({ removed: true as const })
      },
    })
  }
}
