import { type Cut, defineList, type ListRequest, placed } from '#platform/lists'
import type { Approvals } from '../service.ts'
import type { ApprovalRule } from './rule.ts'
import { RulesView, RuleView, viewRule } from './rule-schemas.ts'

export const ruleList = (approvals: Approvals) =>
  defineList({
    operationId: 'listApprovalRules',
    url: '/api/v1/approval-rules',
    summary: 'List approval rules',
    description: 'Lists the rules by position. The rule with the smallest position asks first.',
    tags: ['Approvals'],
    config: { access: 'company_admin' },
    item: RuleView,
    within: { name: 'rules', view: RulesView },
    columns: ['id', 'name', 'position', 'conditions.amountFrom', 'timeoutHours'],
    filters: {},
    sorts: {
      position: { read: (request: ListRequest, cut) => readByPosition(approvals, request, cut) },
    },
    show: (rules: readonly ApprovalRule[]) => rules.map(viewRule),
  })

async function readByPosition(approvals: Approvals, { actor }: ListRequest, { after, limit }: Cut) {
  const [position, id] = after ?? []
  const place = id === undefined ? undefined : { position: Number(position), id: String(id) }
  const rules = await approvals.rules.list(actor, { after: place, limit })
  return placed(rules, (rule) => [rule.position, rule.id])
}
