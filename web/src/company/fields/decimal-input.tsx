import { useState } from 'react'
import { readDecimal, writeDecimal } from '../../language/typed-decimal.ts'
import { useWords } from '../../language/use-words.ts'

type Props = {
  /** The field of the form. It has the number as the API writes it, such as `1250.5`. */
  readonly name?: string
  /** The number before, as the API writes it. */
  readonly initial?: string | undefined
  readonly onChange?: (value: string) => void
  readonly maxLength?: number
  readonly required?: boolean
  readonly placeholder?: string
  readonly 'aria-label'?: string
}

/** A number with decimals, typed as the language of the page writes it. */
export function DecimalInput({ name, initial = '', onChange, ...input }: Props) {
  const { language } = useWords()
  const [typed, setTyped] = useState(() => writeDecimal(initial, language))
  return (
    <>
      <input
        maxLength={20}
        {...input}
        inputMode="decimal"
        autoComplete="off"
        pattern="\s*[0-9]+([.,'’\s][0-9]+)*\s*"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          onChange?.(readDecimal(value, language))
        }}
      />
      {name !== undefined && (
        <input type="hidden" name={name} value={readDecimal(typed, language)} />
      )}
    </>
  )
}
