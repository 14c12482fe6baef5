import { Type } from 'typebox'
import { answers, type Http, IdView, ok, type Routes } from '#platform/http'
import { type Action, type DefinitionInput, runsPerMinuteMax } from './editing/automation.ts'
import { runRoutes } from './running/run-routes.ts'
import {
  AutomationView,
  AutomationWithHeldView,
  AutomationWithSecretView,
  automationExample,
  ChangeAutomationBody,
  CreateAutomationBody,
  exampleSecret,
  RotatedSecretView,
  viewAutomation,
} from './schemas.ts'
import type { Automations } from './service.ts'

const access = 'company_admin'
const tags = ['Automations']
const url = '/api/v1/automations'
const one = `${url}/:automationId`
const Params = Type.Object({ automationId: Type.String({ maxLength: 64 }) })
const noSuch = 'automations.automation_not_found'
const badInput = [
  'automations.event_unknown',
  'automations.condition_invalid',
  'automations.schema_invalid',
  'automations.evaluation_busy',
  'automations.form_invalid',
  'automations.form_number',
  'automations.action_unfit',
  'automations.products_unknown',
  'automations.model_unknown',
  'orders.currency_unknown',
  'webhooks.url_invalid',
  'webhooks.url_unsafe',
]

export function automationRoutes(automations: Automations): Routes {
  return async (http) => {
    addCreateAutomation(automations, http)
    addReadRoutes(automations, http)
    addChangeRoutes(automations, http)
    runRoutes(automations, http)
  }
}

function addCreateAutomation(automations: Automations, http: Http): void {
  http.route({
    method: 'POST',
    url,
    config: {
      access,
      stepUp: true,
      fails: [...badInput, 'automations.too_many_automations'],
    },
    schema: {
      operationId: 'createAutomation',
      summary: 'Create an automation',
      description: 'Only this answer contains the secret.',
      tags,
      body: CreateAutomationBody,
      response: answers(AutomationWithSecretView, {
        status: 201,
        examples: [{ ...automationExample, secret: exampleSecret }],
      }),
    },
    handler: async ({ actor, body: { trigger, condition = '', actions, limits, ...rest } }) => {
      const { automation, secret } = await automations.create(actor, {
        name: rest.name,
        state: rest.state ?? 'DRAFT',
        eventType: trigger.event,
        condition: condition as DefinitionInput['condition'],
        actions: actions as Action[],
        runsPerMinute: limits?.runsPerMinute ?? runsPerMinuteMax,
      })
      return ok({ ...viewAutomation(automation, automations.formOf), secret })
    },
  })
}

function addReadRoutes(automations: Automations, http: Http): void {
  http.route({
    method: 'GET',
    url: one,
    config: { access, fails: [noSuch] },
    schema: {
      operationId: 'getAutomation',
      summary: 'Get an automation',
      tags,
      params: Params,
      response: answers(AutomationWithHeldView, {
        examples: [{ ...automationExample, heldRuns: 0 }],
      }),
    },
    handler: async ({ actor, params }) => {
      const { automation, held } = await automations.get(actor, params.automationId)
      return ok({ ...viewAutomation(automation, automations.formOf), heldRuns: held })
    },
  })
}

function addChangeRoutes(automations: Automations, http: Http): void {
  addChangeAutomation(http, automations)
  addDeleteAutomation(http, automations)
  addRotateAutomationSecret(http, automations)
  addPublishAutomation(http, automations)
}

function addChangeAutomation(http: Http, automations: Automations): void {
  http.route({
    method: 'PATCH',
    url: one,
    config: {
      access,
      fails: [noSuch, ...badInput, 'automations.not_published', 'automations.acts_for_another'],
    },
    schema: {
      operationId: 'changeAutomation',
      summary: 'Change an automation',
      description:
        'Changes the draft, or pauses or resumes the automation. The published version does not change until you publish the draft.',
      tags,
      params: Params,
      body: ChangeAutomationBody,
      response: answers(AutomationView, { examples: [automationExample] }),
    },
    handler: async ({ actor, params, body }) => {
      const { name, state, trigger, condition, actions, limits } = body
      const automation = await automations.change(actor, params.automationId, {
        ...(name !== undefined && { name }),
        ...(state && { state }),
        ...(trigger && { eventType: trigger.event }),
        ...(condition !== undefined && {
          condition: condition as DefinitionInput['condition'],
        }),
        ...(actions && { actions: actions as Action[] }),
        ...(limits && { runsPerMinute: limits.runsPerMinute }),
      })
      return ok(viewAutomation(automation, automations.formOf))
    },
  })
}

function addDeleteAutomation(http: Http, automations: Automations): void {
  http.route({
    method: 'DELETE',
    url: one,
    config: { access, fails: [noSuch] },
    schema: {
      operationId: 'deleteAutomation',
      summary: 'Delete an automation',
      description: 'This cancels runs that wait.',
      tags,
      params: Params,
      response: answers(IdView, {
        examples: [{ id: automationExample.id }],
      }),
    },
    handler: async ({ actor, params }) => {
      await automations.delete(actor, params.automationId)
      return ok({ id: params.automationId })
    },
  })
}

function addRotateAutomationSecret(http: Http, automations: Automations): void {
  http.route({
    method: 'POST',
    url: `${one}/rotate-secret`,
    config: { access, stepUp: true, fails: [noSuch] },
    schema: {
      operationId: 'rotateAutomationSecret',
      summary: 'Rotate the secret of an automation',
      description: 'The old secret still signs, beside the new one, for 24 hours.',
      tags,
      params: Params,
      response: answers(RotatedSecretView, {
        examples: [{ secret: exampleSecret, previousSecretExpiresAt: '2026-01-02T09:00:00.000Z' }],
      }),
    },
    handler: async ({ actor, params }) => {
      const { secret, previousUntil } = await automations.rotateSecret(actor, params.automationId)
      return ok({ secret, previousSecretExpiresAt: previousUntil.toISOString() })
    },
  })
}

function addPublishAutomation(http: Http, automations: Automations): void {
  http.route({
    method: 'POST',
    url: `${one}/publish`,
    config: { access, fails: [noSuch, 'automations.nothing_to_publish'] },
    schema: {
      operationId: 'publishAutomation',
      summary: 'Publish an automation',
      description: 'From now on the automation runs the draft.',
      tags,
      params: Params,
      response: answers(AutomationView, { examples: [automationExample] }),
    },
    handler: async ({ actor, params }) =>
      ok(viewAutomation(await automations.publish(actor, params.automationId), automations.formOf)),
  })
}
