import { useNavigate } from '@tanstack/react-router'
import { useWords } from '../../language/use-words.ts'
import { Choice } from '../choice.tsx'
import parts from '../parts.module.css'
import type { UnitTree } from './unit-tree.ts'

type Props = {
  readonly tree: UnitTree | undefined
  readonly unit: string | undefined
  /** The page in whose address the unit stands. */
  readonly to: '/company/addresses' | '/company/budgets'
}

/** Narrows a list to what names one unit. Nothing, when the company has no units. */
export function UnitFilter({ tree, unit, to }: Props) {
  const { t } = useWords()
  const navigate = useNavigate()
  if (tree === undefined || tree.all.length === 0) return null
  const choose = (chosen: string | undefined) =>
    void navigate({ to, search: chosen === undefined ? {} : { unit: chosen }, replace: true })
  return (
    <search className={parts.filters}>
      <Choice
        label={t('ourCompany.unit')}
        any={t('addressBook.allUnits')}
        chosen={unit}
        options={tree.all.map(({ id }) => ({ id, name: tree.pathOf(id) }))}
        onChoose={choose}
      />
    </search>
  )
}
