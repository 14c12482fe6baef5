import { sql } from '#platform/db'
import { defineList, ofCompany } from '#platform/lists'
import type { RuleRow } from '../tables.ts'
import { RulesView, RuleView, viewRule } from './rule-schemas.ts'
import { toRule } from './rule-store.ts'

export const ruleList = defineList({
  operationId: 'listApprovalRules',
  url: '/api/v1/approval-rules',
  summary: 'List approval rules',
  description: 'Lists the rules by position. The rule with the smallest position asks first.',
  tags: ['Approvals'],
  config: { access: 'company_admin', operatorsToo: true },
  item: RuleView,
  within: { name: 'rules', view: RulesView },
  columns: ['id', 'name', 'position', 'conditions.amountFrom', 'timeoutHours'],
  filters: {},
  from: sql`approvals.rules t`,
  scope: ({ actor }) => ofCompany(actor),
  identity: { 't.id': 'text' },
  sorts: {
    position: { keys: { 't.position': 'integer', 't.id': 'text' }, direction: 'asc' },
  },
  writtenAt: 't.written_at',
  csv: { operationId: 'downloadApprovalRules', summary: 'Download approval rules' },
  show: (rows: readonly RuleRow[]) => rows.map((row) => viewRule(toRule(row))),
})
