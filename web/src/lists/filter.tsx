import { NativeSelect } from '@mantine/core'
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

/** A choice of one value or all: the browser's own field, which every keyboard and screen reader supports. */
export function Filter<Value extends string>(props: Props<Value>) {
  const { label, value, all, values, nameOf, onChange } = props
  const { t } = useWords()
  const options = values.map((each) => ({ value: each, label: nameOf(each) }))
  return (
    <NativeSelect
      aria-label={t(label)}
      data={[{ value: '', label: t(all) }, ...options]}
      value={value ?? ''}
      rightSection={<Chevron />}
      rightSectionPointerEvents="none"
      onChange={(event) => {
        const chosen = event.currentTarget.value
        onChange(chosen === '' ? undefined : (chosen as Value))
      }}
    />
  )
}

/** The browser's own arrow does not fit the other fields. Screen readers skip this one. */
export function Chevron() {
  return (
    <svg
      viewBox="0 0 16 16"
      width={16}
      height={16}
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path d="M4 6.5 8 10.5 12 6.5" strokeWidth={1.5} />
    </svg>
  )
}
