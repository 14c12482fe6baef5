import { Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, type Http, ok, type Routes } from '#platform/http'
import {
  DeadLetterView,
  deadLetterExample,
  ReleaseBody,
  ReleasedView,
  ReviewBody,
  SwitchOffBody,
  SwitchView,
  viewDeadLetter,
  viewSwitch,
} from '../running/run-schemas.ts'
import type { Automations } from '../service.ts'
import type { KillSwitch } from './switch-store.ts'
import {
  SetStateBody,
  viewWatchedRule,
  WatchedRuleView,
  WatchedStateView,
  watchedExample,
  watchedRuleExample,
} from './watch-schemas.ts'

const access = 'operator'
const tags = ['Operations']

export function automationOperatorRoutes(automations: Automations): Routes {
  return async (http) => {
    addGetAutomation(automations, http)
    addDecisionRoutes(automations, http)
    addDeadLetterRoutes(automations, http)
    addSwitchRoutes(automations, http)
  }
}

function addGetAutomation(automations: Automations, http: Http): void {
  http.route({
    method: 'GET',
    url: '/admin/automations/rules/:automationId',
    config: { access, fails: ['automations.automation_not_found'] },
    schema: {
      operationId: 'getAutomationOfAll',
      summary: 'Get an automation of any company',
      description:
        'Shows what it does, and the state of its runs. The addresses that it calls are left out.',
      tags,
      params: Type.Object({ automationId: Type.String({ maxLength: 64 }) }),
      response: answers(WatchedRuleView, { examples: [watchedRuleExample] }),
    },
    handler: async ({ params: { automationId } }) => {
      const { watched, definition } = await automations.watchOne(automationId)
      const companyName = (await automations.names([watched.companyId])).get(watched.companyId)
      return ok(viewWatchedRule({ ...watched, companyName }, definition))
    },
  })
}

function addDecisionRoutes(automations: Automations, http: Http): void {
  http.route({
    method: 'POST',
    url: '/admin/automations/rules/:automationId/release',
    config: { access, fails: ['automations.automation_not_found'] },
    schema: {
      operationId: 'releaseRunsOfAutomation',
      summary: 'Release held runs of any automation',
      description:
        'Releases runs in the same way as the company would: the oldest 5,000, as many in a minute as the automation may run. `remaining` is the number of runs that are still held.',
      tags,
      params: Type.Object({ automationId: Type.String({ maxLength: 64 }) }),
      body: ReleaseBody,
      response: answers(ReleasedView, { examples: [{ released: 12, remaining: 0 }] }),
    },
    handler: async ({ actor, params }) =>
      ok(await automations.releaseAny(actor, params.automationId)),
  })

  http.route({
    method: 'POST',
    url: '/admin/automations/rules/:automationId/state',
    config: {
      access,
      fails: [
        'automations.automation_not_found',
        'automations.not_published',
        'automations.acts_for_another',
      ],
    },
    schema: {
      operationId: 'changeStateOfAutomation',
      summary: 'Change the state of any automation',
      description:
        "Works as if an administrator of the company did it. The audit log of the company records the operator and the note. An automation that acts in its publisher's name can only be resumed by its publisher (409).",
      tags,
      params: Type.Object({ automationId: Type.String({ maxLength: 64 }) }),
      body: SetStateBody,
      response: answers(WatchedStateView, {
        examples: [{ id: watchedExample.id, state: 'PAUSED' }],
      }),
    },
    handler: async ({ actor, params, body }) => {
      const { id, state } = await automations.setStateOfAny(actor, params.automationId, body)
      return ok({ id, state })
    },
  })
}

function addDeadLetterRoutes(automations: Automations, http: Http): void {
  http.route({
    method: 'POST',
    url: '/admin/automations/dead-letters/:runId/outcome',
    config: {
      access,
      fails: [
        'automations.run_not_found',
        'automations.outcome_recorded',
        'automations.rule_not_active',
        'automations.event_gone',
      ],
    },
    schema: {
      operationId: 'reviewAutomationDeadLetter',
      summary: 'Decide a dead letter of an automation',
      description:
        'Sending the same decision again changes nothing. A deferred dead letter can later be replayed or handled by hand. `decisions` keeps every decision with its author and time. Runs of a paused or deleted automation cannot be replayed (409).',
      tags,
      params: Type.Object({ runId: Type.String({ maxLength: 64 }) }),
      body: ReviewBody,
      response: answers(DeadLetterView, { examples: [deadLetterExample] }),
    },
    handler: async ({ actor, params, body: { outcome, note } }) =>
      ok(viewDeadLetter(await automations.review(actor, params.runId, { outcome, note }))),
  })
}

async function viewSwitches(automations: Automations, switches: readonly KillSwitch[]) {
  const names = await automations.names(switches.flatMap(({ scope, by }) => [scope, by]))
  return switches.map((one) => viewSwitch(one, names))
}

function addSwitchRoutes(automations: Automations, http: Http): void {
  const example = {
    scope: 'all',
    by: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
    byName: 'Olga Operator',
    at: '2026-01-02T03:04:05.000Z',
    note: 'A receiver is flooded.',
  }
  http.route({
    method: 'GET',
    url: '/admin/automations/switches',
    config: { access },
    schema: {
      operationId: 'listAutomationSwitches',
      summary: 'List automation switches',
      tags,
      response: answers(Type.Array(SwitchView), { examples: [[example]] }),
    },
    handler: async () => ok(await viewSwitches(automations, await automations.switches())),
  })

  http.route({
    method: 'POST',
    url: '/admin/automations/switches',
    config: { access, fails: ['automations.switch_company_unknown'] },
    schema: {
      operationId: 'switchAutomationsOff',
      summary: 'Stop automations',
      description:
        'Stops the automations of one company, or of all. From the next claim on no run starts. New runs are held.',
      tags,
      body: SwitchOffBody,
      response: answers(Type.Array(SwitchView), { examples: [[example]] }),
    },
    handler: async ({ actor, body: { scope, note } }) =>
      ok(await viewSwitches(automations, await automations.switchOff(actor, scope, note))),
  })

  http.route({
    method: 'DELETE',
    url: '/admin/automations/switches/:scope',
    config: { access, fails: ['automations.switch_not_found'] },
    schema: {
      operationId: 'switchAutomationsOn',
      summary: 'Resume automations',
      description: 'Held runs continue.',
      tags,
      params: Type.Object({ scope: Type.String({ maxLength: 64 }) }),
      response: answers(
        record('ReleasedCount', 'The number of held runs that were released.', {
          released: Type.Integer(),
        }),
        {
          examples: [{ released: 12 }],
        },
      ),
    },
    handler: async ({ actor, params }) =>
      ok({ released: await automations.switchOn(actor, params.scope) }),
  })
}
