import type { Conditions } from './rules-api.ts'

/** Conditions that name one of several known records. */
export const choiceFields = [
  'unitIds',
  'requesterIds',
  'requesterRoles',
  'supplierIds',
  'categoryIds',
] as const
export type ChoiceField = (typeof choiceFields)[number]

/** Conditions that name codes, also such as the company keeps no list of. */
export const codeFields = ['costCenters', 'glAccounts', 'projects'] as const
export type CodeField = (typeof codeFields)[number]

/** Conditions that hold or do not. */
const flagFields = [
  'firstOrderFromSupplier',
  'aboveLastPrice',
  'offContract',
  'freeTextLines',
] as const

/** What a rule can ask about an order, in the order in which people read it. */
export const conditionFields = [
  'amountFrom',
  ...choiceFields,
  ...codeFields,
  ...flagFields,
] as const satisfies readonly (keyof Conditions)[]
export type ConditionField = (typeof conditionFields)[number]

export function isChoice(field: ConditionField): field is ChoiceField {
  return choiceFields.some((known) => known === field)
}

export function isCode(field: ConditionField): field is CodeField {
  return codeFields.some((known) => known === field)
}

/** A condition that was just added: the person still says its value. */
export function startOf(field: ConditionField, currency: string): Conditions[ConditionField] {
  if (field === 'amountFrom') return { amount: '', currency }
  return isChoice(field) || isCode(field) ? [] : true
}
