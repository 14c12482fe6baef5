import { useWords } from '../../language/use-words.ts'
import { Field } from '../fields/field.tsx'
import type { Unit } from './structure-api.ts'
import type { UnitTree } from './unit-tree.ts'

type Props = {
  readonly name: string
  readonly label: string
  /** What it means to choose no unit. */
  readonly none: string
  readonly tree: UnitTree
  readonly chosen?: string | undefined
  /** A unit that cannot be chosen, with all units below it. */
  readonly without?: Unit
}

/** A choice of a unit by its place in the tree. */
export function UnitSelect({ name, label, none, tree, chosen = '', without }: Props) {
  const { t } = useWords()
  const options = without === undefined ? tree.all : allOutside(tree, without)
  const isKnown = chosen === '' || options.some(({ id }) => id === chosen)
  return (
    <Field label={label}>
      <select name={name} defaultValue={chosen}>
        <option value="">{none}</option>
        {!isKnown && <option value={chosen}>{t('ourCompany.endedUnit')}</option>}
        {options.map(({ id }) => (
          <option key={id} value={id}>
            {tree.pathOf(id)}
          </option>
        ))}
      </select>
    </Field>
  )
}

function allOutside(tree: UnitTree, unit: Unit): readonly Unit[] {
  const inside = new Set<string>()
  const add = ({ id }: Unit) => {
    inside.add(id)
    tree.below(id).forEach(add)
  }
  add(unit)
  return tree.all.filter(({ id }) => !inside.has(id))
}
