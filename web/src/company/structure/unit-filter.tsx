import { useNavigate } from '@tanstack/react-router'
import { useWords } from '../../language/use-words.ts'
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
  const choose = (chosen: string) =>
    void navigate({ to, search: chosen === '' ? {} : { unit: chosen }, replace: true })
  return (
    <search className={parts.filters}>
      <label>
        {t('ourCompany.unit')}
        <select value={unit ?? ''} onChange={({ currentTarget: { value } }) => choose(value)}>
          <option value="">{t('addressBook.allUnits')}</option>
          {tree.all.map(({ id }) => (
            <option key={id} value={id}>
              {tree.pathOf(id)}
            </option>
          ))}
        </select>
      </label>
    </search>
  )
}
