import { answers, type Http, ok, type Routes } from '#platform/http'
import type { Approvals } from '../service.ts'
import {
  DeputyBody,
  DeputyParams,
  DeputyView,
  RuleBody,
  RuleParams,
  RuleView,
  viewDeputy,
  viewRule,
} from './rule-schemas.ts'

const tags = ['Approvals']

export function approvalRuleRoutes(approvals: Approvals): Routes {
  return async (http) => {
    ruleRoutes(http, approvals)
    deputyRoutes(http, approvals)
  }
}

const inputFailures = [
  'approvals.amount_invalid',
  'approvals.currency_unknown',
  'approvals.people_unknown',
  'approvals.step_empty',
  'approvals.notices_too_late',
] as const

function ruleRoutes(http: Http, approvals: Approvals): void {
  addGetApprovalRule(http, approvals)
  addCreateApprovalRule(http, approvals)
  addChangeApprovalRule(http, approvals)
  addDeleteApprovalRule(http, approvals)
}

function addGetApprovalRule(http: Http, approvals: Approvals): void {
  const { rules } = approvals
  http.route({
    method: 'GET',
    url: '/api/v1/approval-rules/:ruleId',
    config: { access: 'company_admin', fails: ['approvals.rule_not_found'] },
    schema: {
      operationId: 'getApprovalRule',
      summary: 'Get an approval rule',
      tags,
      params: RuleParams,
      response: answers(RuleView),
    },
    handler: async ({ actor, params }) => ok(viewRule(await rules.get(actor, params.ruleId))),
  })
}

function addCreateApprovalRule(http: Http, approvals: Approvals): void {
  const { rules } = approvals
  http.route({
    method: 'POST',
    url: '/api/v1/approval-rules',
    config: { access: 'company_admin', fails: [...inputFailures, 'approvals.rules_limit_reached'] },
    schema: {
      operationId: 'addApprovalRule',
      summary: 'Create an approval rule',
      description:
        'All rules that match an order ask for approval, one after the other by position. A new rule does not change requests that already wait.',
      tags,
      body: RuleBody,
      response: answers(RuleView, { status: 201 }),
    },
    handler: async ({ actor, body }) => ok(viewRule(await rules.add(actor, body))),
  })
}

function addChangeApprovalRule(http: Http, approvals: Approvals): void {
  const { rules } = approvals
  http.route({
    method: 'PUT',
    url: '/api/v1/approval-rules/:ruleId',
    config: { access: 'company_admin', fails: [...inputFailures, 'approvals.rule_not_found'] },
    schema: {
      operationId: 'changeApprovalRule',
      summary: 'Replace an approval rule',
      tags,
      params: RuleParams,
      body: RuleBody,
      response: answers(RuleView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewRule(await rules.change(actor, params.ruleId, body))),
  })
}

function addDeleteApprovalRule(http: Http, approvals: Approvals): void {
  const { rules } = approvals
  http.route({
    method: 'DELETE',
    url: '/api/v1/approval-rules/:ruleId',
    config: { access: 'company_admin', fails: ['approvals.rule_not_found'] },
    schema: {
      operationId: 'deleteApprovalRule',
      summary: 'Delete an approval rule',
      tags,
      params: RuleParams,
      response: answers(RuleView),
    },
    handler: async ({ actor, params }) => ok(viewRule(await rules.remove(actor, params.ruleId))),
  })
}

function deputyRoutes(http: Http, { deputies }: Approvals): void {
  http.route({
    method: 'POST',
    url: '/api/v1/approval-deputies',
    config: {
      access: 'person',
      fails: [
        'approvals.people_unknown',
        'approvals.period_invalid',
        'approvals.deputies_limit_reached',
      ],
    },
    schema: {
      operationId: 'nameDeputy',
      summary: 'Appoint a deputy',
      description:
        'The deputy approves in your place for some time. You can still decide: the first decision counts.',
      tags,
      body: DeputyBody,
      response: answers(DeputyView, { status: 201 }),
    },
    handler: async ({ actor, body }) => {
      const { deputyId, startsAt, endsAt } = body
      const input = { deputyId, endsAt: new Date(endsAt) }
      const deputy = await deputies.name(
        actor,
        startsAt === undefined ? input : { ...input, startsAt: new Date(startsAt) },
      )
      return ok(viewDeputy(deputy))
    },
  })
  http.route({
    method: 'DELETE',
    url: '/api/v1/approval-deputies/:deputyId',
    config: { access: 'person', fails: ['approvals.deputy_not_found'] },
    schema: {
      operationId: 'takeDeputyBack',
      summary: 'Remove a deputy',
      tags,
      params: DeputyParams,
      response: answers(DeputyView),
    },
    handler: async ({ actor, params }) =>
      ok(viewDeputy(await deputies.takeBack(actor, params.deputyId))),
  })
}
