import { useWords } from '../../language/use-words.ts'
import { useSuppliers } from '../search/use-suppliers.ts'
import { companyRoles } from '../structure/people-api.ts'
import { useUnits } from '../structure/use-units.ts'
import { useNames } from '../use-names.ts'
import type { ChoiceField } from './condition-fields.ts'
import type { Named } from './rules-api.ts'
import { useCategories } from './use-categories.ts'

/** What a rule can name, by the field of its condition. */
export type RuleChoices = Readonly<Record<ChoiceField, readonly Named[]>>

export function useRuleChoices(): RuleChoices {
  const { t } = useWords()
  const { members } = useNames()
  const { data: tree } = useUnits()
  const categories = useCategories()
  const suppliers = useSuppliers()
  return {
    unitIds: (tree?.all ?? []).map(({ id }) => ({ id, name: tree?.pathOf(id) ?? '' })),
    requesterIds: members,
    requesterRoles: companyRoles.map((id) => ({ id, name: t(`ourCompany.role.${id}`) })),
    supplierIds: suppliers,
    categoryIds: categories,
  }
}
