import { Type } from 'typebox'
import { answers, type Http, ok } from '#platform/http'
import type { Automations } from '../service.ts'
import {
  DryRunBody,
  DryRunView,
  ReleasedView,
  RunWithStepsView,
  runExample,
  viewDryRun,
  viewRun,
  viewStep,
} from './run-schemas.ts'

const access = 'company_admin'
const tags = ['Automations']
const one = '/api/v1/automations/:automationId'
const Params = Type.Object({ automationId: Type.String({ maxLength: 64 }) })
const noSuch = 'automations.automation_not_found'

export function runRoutes(automations: Automations, http: Http): void {
  addDryRunAutomation(automations, http)
  addReadRoutes(automations, http)
}

function addDryRunAutomation(automations: Automations, http: Http): void {
  http.route({
    method: 'POST',
    url: `${one}/dry-run`,
    config: { access, fails: [noSuch, 'automations.evaluation_busy'] },
    schema: {
      operationId: 'dryRunAutomation',
      summary: 'Test an automation',
      description: 'Evaluates the draft for the latest events. It executes no action.',
      tags,
      params: Params,
      body: DryRunBody,
      response: answers(DryRunView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewDryRun(await automations.dryRun(actor, params.automationId, body.last))),
  })

  http.route({
    method: 'POST',
    url: `${one}/release`,
    config: { access, fails: [noSuch] },
    schema: {
      operationId: 'releaseAutomationRuns',
      summary: 'Release held automation runs',
      description:
        'Releases the oldest 5,000 runs, one after the other, as many in a minute as the automation may run. `remaining` is the number of runs that are still held. To release them too, send the request again.',
      tags,
      params: Params,
      response: answers(ReleasedView, { examples: [{ released: 12, remaining: 0 }] }),
    },
    handler: async ({ actor, params }) => ok(await automations.release(actor, params.automationId)),
  })
}

function addReadRoutes(automations: Automations, http: Http): void {
  http.route({
    method: 'GET',
    url: '/api/v1/automations/runs/:runId',
    config: { access, operatorsToo: true, fails: ['automations.run_not_found'] },
    schema: {
      operationId: 'getAutomationRun',
      summary: 'Get an automation run',
      tags,
      params: Type.Object({ runId: Type.String({ maxLength: 64 }) }),
      response: answers(RunWithStepsView, { examples: [{ ...runExample, steps: [] }] }),
    },
    handler: async ({ actor, params }) => {
      const { run, steps } = await automations.getRun(actor, params.runId)
      return ok({ ...viewRun(run), steps: steps.map(viewStep) })
    },
  })
}
