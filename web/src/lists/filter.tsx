import { Select } from '../components/select.tsx'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'

type Props<Value extends string> = {
  readonly label: MessageKey
  readonly value: Value | undefined
  readonly all: MessageKey
  readonly values: readonly Value[]
  readonly nameOf: (value: Value) => string
  readonly onChange: (value: Value | undefined) => void
}

/** A choice of one value or all. */
export function Filter<Value extends string>(props: Props<Value>) {
  const { label, value, all, values, nameOf, onChange } = props
  const { t } = useWords()
  const options = values.map((each) => ({ value: each, label: nameOf(each) }))
  return (
    <Select
      aria-label={t(label)}
      data={[{ value: '', label: t(all) }, ...options]}
      value={value ?? ''}
      onChange={({ currentTarget: { value: chosen } }) =>
        onChange(chosen === '' ? undefined : (chosen as Value))
      }
    />
  )
}
