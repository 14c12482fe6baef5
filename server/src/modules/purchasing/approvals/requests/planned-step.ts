import type { ApprovalStep } from '../rules/rule.ts'

export type PlannedStep = ApprovalStep & { readonly ruleId: string; readonly ruleName: string }
