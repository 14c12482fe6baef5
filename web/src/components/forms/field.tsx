import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { MessageKey } from '../../language/catalogue.ts'
import { useWords } from '../../language/use-words.ts'
import { Eye } from '../../sign-in/eye.tsx'
import styles from '../lists.module.css'
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
    | 'password'
    /** Letters or digits that somebody copies from a device, a list or a mail. */
    | 'code'
    | 'number'
    | 'date'
    | 'datetime-local'
    | 'company'
    | 'file'
    /** A box whose value is `yes` or empty. */
    | 'box'
  /** What a browser may fill in. Default: nothing, or what the type says. */
  readonly autoComplete?: string
  /** The keyboard of a phone. */
  readonly inputMode?: 'numeric'
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
  /** The form has a page of its own: its fields are larger, and everybody knows that they are needed. */
  readonly isOnPage?: boolean
  readonly onChange: (value: string, file?: File) => void
}

/** Nobody sees such a value twice: after a refusal it is entered again. */
export const isSecret = ({ type }: FormField): boolean => type === 'password' || type === 'code'

const isRequired = ({ missing, pattern }: FormField): boolean =>
  missing !== undefined && !pattern?.test('')

/** One field of a form. */
export function Field(props: Props) {
  const { field, value, error, isFirst = false, isWide = false, isOnPage = false, onChange } = props
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
    ...(isOnPage && { size: 'md' as const }),
    withAsterisk: !isOnPage && !isSecret(field) && isRequired(field),
    value,
    error,
    autoFocus: isFocused,
    required: isRequired(field),
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
  if (type === 'password') {
    return (
      <PasswordInput
        {...shared}
        autoComplete="current-password"
        visibilityToggleIcon={Eye}
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
        onChange={onInput}
      />
    )
  }
  const isCode = type === 'code'
  const isPlain = isCode || type === 'email'
  return (
    <TextInput
      {...shared}
      type={isCode ? 'text' : type}
      maxLength={maxLength}
      autoComplete={field.autoComplete ?? (isCode ? 'one-time-code' : 'off')}
      {...(field.inputMode && { inputMode: field.inputMode })}
      {...(isPlain && { autoCapitalize: 'none', spellCheck: false })}
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
