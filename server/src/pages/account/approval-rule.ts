import { definedRoles } from '#kernel/roles'
import type { AccountWords, Money } from './words.ts'

/** A condition that holds for one of several values. */
export type ConditionList =
  | 'categoryIds'
  | 'costCenters'
  | 'glAccounts'
  | 'projects'
  | 'requesterIds'
  | 'requesterRoles'
  | 'supplierIds'
  | 'unitIds'

export const conditionFlags = [
  'firstOrderFromSupplier',
  'aboveLastPrice',
  'offContract',
  'freeTextLines',
] as const

export type ShownRule = {
  readonly id: string
  readonly name: string
  readonly position: number
  readonly conditions: { readonly [Name in ConditionList]?: readonly string[] } & {
    readonly [Name in (typeof conditionFlags)[number]]?: true
  } & { readonly amountFrom?: Money }
  readonly steps: readonly {
    readonly mode: 'ANY' | 'ALL'
    readonly people?: readonly string[]
    readonly role?: 'approver'
    readonly mayReduce?: true
  }[]
  readonly timeoutHours: number
  readonly remindAfterHours?: number
  readonly escalateAfterHours?: number
}

/** The names of what rules have the ids of. An id without a name is shown as it is. */
export type RuleNames = {
  readonly members: ReadonlyMap<string, string>
  readonly units: ReadonlyMap<string, string>
  readonly suppliers: ReadonlyMap<string, string>
  readonly categories: ReadonlyMap<string, string>
}

export function roleName(words: AccountWords, role: string): string {
  const defined = Object.entries(definedRoles).find(([name]) => name === role)
  return defined?.[1].names[words.language] ?? role
}
