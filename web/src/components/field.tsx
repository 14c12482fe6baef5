import { Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { CompanyField } from './company-field.tsx'
import { Select } from './select.tsx'

export type Values = Readonly<Record<string, string>>

export type FormField = {
  readonly name: string
  readonly label: MessageKey
  /** The arguments of the label. */
  readonly labelValues?: Values
  readonly description?: MessageKey
  /** What to enter, for a field that must not be empty. */
  readonly missing?: MessageKey
  /** The form of a right value. `missing` says what is wrong with another. */
  readonly pattern?: RegExp
  /** A company is chosen by its name, and its value is the id. A field without a choice takes one line of text. */
  readonly type?:
    | 'text'
    | 'long'
    | 'email'
    | 'number'
    | 'date'
    | 'datetime-local'
    | 'company'
    | 'file'
    /** A box whose value is `yes` or empty. */
    | 'box'
  /** The endings of the files that it takes. */
  readonly accept?: string
  /** It has the focus when the page opens. */
  readonly isFocused?: boolean
  readonly initial?: string
  readonly placeholder?: MessageKey
  readonly maxLength?: number
  /**
   * The field is a choice of these: `several` of them, or `one`, with a sentence for each. Default: one, as a list. With
   * `missing` somebody must choose: none of them is the first choice.
   */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  readonly shown?: 'one' | 'several'
  readonly isShown?: (values: Values) => boolean
}

type Props = {
  readonly field: FormField
  readonly value: string
  /** Why the value is refused. */
  readonly error?: string | undefined
  readonly isFirst?: boolean
  readonly isWide?: boolean
  readonly onChange: (value: string, file?: File) => void
}

/** One field of a form. */
export function Field({ field, value, error, isFirst = false, isWide = false, onChange }: Props) {
  const { t } = useWords()
  const { label, labelValues, description, placeholder, missing } = field
  const { name, type = 'text', maxLength = 500, choices, shown, isFocused = isFirst } = field
  if (choices && shown) return <Choices {...{ field, value, error, onChange }} />
  if (type === 'file' || type === 'box') return <Plain {...{ field, value, error, onChange }} />
  const shared = {
    name,
    label: t(label, labelValues),
    ...(description && { description: t(description) }),
    ...(placeholder && { placeholder: t(placeholder) }),
    ...(isWide && { className: styles.wide ?? '' }),
    value,
    error,
    autoFocus: isFocused,
    required: missing !== undefined && !field.pattern?.test(''),
  }
  const onInput = (event: { currentTarget: { value: string } }) =>
    onChange(event.currentTarget.value)
  if (choices) {
    const data = missing ? [{ value: '', label: t('lists.choose') }, ...choices] : [...choices]
    return <Select {...shared} data={data} onChange={onInput} />
  }
  if (type === 'company') return <CompanyField {...shared} onChange={onChange} />
  if (type === 'long') {
    return <Textarea {...shared} autosize minRows={4} maxLength={maxLength} onChange={onInput} />
  }
  return (
    <TextInput
      {...shared}
      type={type}
      maxLength={maxLength}
      autoComplete="off"
      onChange={onInput}
    />
  )
}

/** Buttons, each with a sentence: one can be chosen, or several. */
function Choices({ field, value, error, onChange }: Props) {
  const { t } = useWords()
  const name = useId()
  const { label, choices = [], shown } = field
  const chosen = shown === 'several' ? value.split(' ').filter(Boolean) : [value]
  const choose = (each: string, isChosen: boolean) => {
    const others = chosen.filter((one) => one !== each)
    onChange(shown === 'several' ? [...others, ...(isChosen ? [each] : [])].join(' ') : each)
  }
  return (
    <fieldset className={styles.choices}>
      <legend>{t(label)}</legend>
      {choices.map((each) => (
        <label key={each.value} className={styles.choice}>
          <input
            type={shown === 'several' ? 'checkbox' : 'radio'}
            name={name}
            value={each.value}
            checked={chosen.includes(each.value)}
            onChange={({ currentTarget }) => choose(each.value, currentTarget.checked)}
          />
          {each.label}
        </label>
      ))}
      {error !== undefined && <p className={styles.refused}>{error}</p>}
    </fieldset>
  )
}

/** A file, or a box that is checked or not: the browser's own. */
function Plain({ field, value, error, onChange }: Props) {
  const { t } = useWords()
  const isFile = field.type === 'file'
  return (
    <>
      <label className={styles.choice}>
        <input
          type={isFile ? 'file' : 'checkbox'}
          {...(isFile ? { accept: field.accept } : { checked: value === 'yes' })}
          onChange={({ currentTarget: { files, checked } }) =>
            isFile ? onChange(files?.[0]?.name ?? '', files?.[0]) : onChange(checked ? 'yes' : '')
          }
        />
        {t(field.label)}
      </label>
      {error !== undefined && <p className={styles.refused}>{error}</p>}
    </>
  )
}
