import type { Role } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { isCurrency, type Money, parseMoney } from '#kernel/money'
import { fail } from '../failures.ts'
import { type ApprovalRule, type ApprovalStep, standardTimeoutHours } from './rule.ts'

export type RuleInput = {
  readonly name: string
  readonly position?: number | undefined
  readonly conditions?:
    | {
        readonly amountFrom?: { readonly amount: string; readonly currency: string } | undefined
        readonly categoryIds?: readonly string[] | undefined
        readonly costCenters?: readonly string[] | undefined
        readonly glAccounts?: readonly string[] | undefined
        readonly projects?: readonly string[] | undefined
        readonly requesterIds?: readonly string[] | undefined
        readonly requesterRoles?: readonly Role[] | undefined
        readonly supplierIds?: readonly string[] | undefined
        readonly unitIds?: readonly string[] | undefined
        readonly firstOrderFromSupplier?: true | undefined
        readonly aboveLastPrice?: true | undefined
        readonly offContract?: true | undefined
        readonly freeTextLines?: true | undefined
      }
    | undefined
  readonly steps: readonly {
    readonly mode: ApprovalStep['mode']
    readonly people?: readonly string[] | undefined
    readonly role?: 'approver' | undefined
    readonly mayReduce?: boolean | undefined
  }[]
  readonly timeoutHours?: number | undefined
  readonly remindAfterHours?: number | undefined
  readonly escalateAfterHours?: number | undefined
}

/** The rule with its default values. Throws if a part of it is not valid. */
export function ruleFrom(input: RuleInput, id: Id<'apr'>, companyId: Id<'co'>): ApprovalRule {
  const { name, position = 100, conditions = {}, timeoutHours = standardTimeoutHours } = input
  const { remindAfterHours, escalateAfterHours } = input
  assertNoticesInTime(timeoutHours, remindAfterHours, escalateAfterHours)
  const steps = input.steps.map(({ mode, people, role, mayReduce }) => ({
    mode,
    people: distinctValues(people),
    role,
    ...(mayReduce && { mayReduce }),
  }))
  const emptyStep = steps.findIndex(({ people, role }) => people.length === 0 && !role)
  if (emptyStep >= 0) throw fail('step_empty', { step: emptyStep + 1 })
  return {
    id,
    companyId,
    name,
    position,
    conditions: {
      amountFrom: amountFrom(conditions.amountFrom),
      categoryIds: distinctValues(conditions.categoryIds),
      costCenters: distinctCodes(conditions.costCenters),
      glAccounts: distinctCodes(conditions.glAccounts),
      projects: distinctCodes(conditions.projects),
      requesterIds: distinctValues(conditions.requesterIds),
      requesterRoles: distinctValues(conditions.requesterRoles),
      supplierIds: distinctValues(conditions.supplierIds),
      unitIds: distinctValues(conditions.unitIds),
      firstOrderFromSupplier: conditions.firstOrderFromSupplier ?? false,
      aboveLastPrice: conditions.aboveLastPrice ?? false,
      offContract: conditions.offContract ?? false,
      freeTextLines: conditions.freeTextLines ?? false,
    },
    steps,
    timeoutHours,
    remindAfterHours,
    escalateAfterHours,
  }
}

function distinctValues<Value extends string>(values: readonly Value[] = []): Value[] {
  return [...new Set(values)]
}

/** Orders have their codes without spaces around them, too. */
function distinctCodes(codes: readonly string[] | undefined): string[] {
  return distinctValues(codes?.map((code) => code.trim()))
}

/** A notice that would come after the order's deadline is a mistake in the rule. */
function assertNoticesInTime(
  timeoutHours: number,
  remindAfterHours: number | undefined,
  escalateAfterHours: number | undefined,
): void {
  const isInTime = (hours: number | undefined) => hours === undefined || hours < timeoutHours
  if (isInTime(remindAfterHours) && isInTime(escalateAfterHours)) return
  throw fail('notices_too_late', { timeoutHours, remindAfterHours, escalateAfterHours })
}

function amountFrom(
  input: { readonly amount: string; readonly currency: string } | undefined,
): Money | undefined {
  if (!input) return undefined
  const { currency } = input
  if (!isCurrency(currency)) throw fail('currency_unknown', { currency })
  const amount = parseMoney(input.amount, currency)
  if (!amount || amount.amountMinor <= 0n) throw fail('amount_invalid', input)
  return amount
}
