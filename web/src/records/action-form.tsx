import { NativeSelect, TextInput } from '@mantine/core'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { CompanyField, companyIdOf } from '../lists/company-field.tsx'
import { DecisionForm, InPlace } from '../lists/decision.tsx'
import { Chevron } from '../lists/filter.tsx'
import { isStepUpRequired, StepUp } from '../sign-in/step-up.tsx'

export type ActionField = {
  readonly name: string
  readonly label: MessageKey
  readonly description?: MessageKey
  /** What is missing, for a field that must not be empty. */
  readonly missing?: MessageKey
  /** A company is chosen by its name, and its value is the id. */
  readonly type?: 'text' | 'email' | 'number' | 'date' | 'company'
  readonly initial?: string
  readonly maxLength?: number
  /** The field is a choice of these. With `missing` somebody must choose: none of them is the first choice. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
}

type Values = Readonly<Record<string, string>>

type Props = {
  readonly ask: string
  /** The subject of `ask`, for people who do not see the record. */
  readonly label: string
  /** The button that acts. */
  readonly act: string
  /** What the action changes. */
  readonly effect?: string
  readonly fields?: readonly ActionField[]
  readonly run: (values: Values) => Promise<unknown>
  /** What is read again afterwards. */
  readonly changes: readonly QueryKey[]
}

/** An action with its fields, such as a reason: it opens in place, and asks for a step-up where the API does. */
export function ActionForm(props: Props) {
  return (
    <InPlace ask={props.ask} label={props.label}>
      {(leave) => <OpenForm {...props} onLeave={leave} />}
    </InPlace>
  )
}

function OpenForm(props: Props & { readonly onLeave: () => void }) {
  const { act, effect, fields = [], run, changes, onLeave } = props
  const { t } = useWords()
  const queries = useQueryClient()
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(
      fields.map(({ name, initial, choices, missing }) => [
        name,
        initial ?? (missing ? '' : (choices?.[0]?.value ?? '')),
      ]),
    ),
  )
  const [isIncomplete, setIncomplete] = useState(false)
  const textOf = (name: string) => values[name]?.trim() ?? ''
  const acting = useMutation({
    mutationFn: async () => {
      const entered = fields.map(async ({ name, type }) => [
        name,
        type === 'company' ? await companyIdOf(textOf(name)) : textOf(name),
      ])
      return run(Object.fromEntries(await Promise.all(entered)))
    },
    onSuccess: async () => {
      await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })))
      onLeave()
    },
  })
  const decide = () => {
    const isMissing = fields.some(({ name, missing }) => missing && textOf(name) === '')
    setIncomplete(isMissing)
    if (!isMissing) acting.mutate()
  }
  const mustStepUp = isStepUpRequired(acting.error)
  return (
    <>
      <DecisionForm
        act={act}
        deciding={{ isPending: acting.isPending, error: mustStepUp ? null : acting.error }}
        onDecide={decide}
        onLeave={onLeave}
      >
        {effect !== undefined && <p>{effect}</p>}
        {fields.map((field, place) => (
          <Field
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={isIncomplete && field.missing && textOf(field.name) === '' && t(field.missing)}
            isFirst={place === 0}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
      </DecisionForm>
      {mustStepUp && <StepUp why="signIn.stepUp.change" onDone={decide} />}
    </>
  )
}

type FieldProps = {
  readonly field: ActionField
  readonly value: string
  readonly error: string | false | undefined
  readonly isFirst: boolean
  readonly onChange: (value: string) => void
}

function Field({ field, value, error, isFirst, onChange }: FieldProps) {
  const { t } = useWords()
  const { label, description, missing, type = 'text', maxLength = 500, choices } = field
  const shared = {
    label: t(label),
    ...(description && { description: t(description) }),
    value,
    error,
    autoFocus: isFirst,
  }
  if (choices) {
    return (
      <NativeSelect
        {...shared}
        data={missing ? [{ value: '', label: t('lists.choose') }, ...choices] : [...choices]}
        required={missing !== undefined}
        rightSection={<Chevron />}
        rightSectionPointerEvents="none"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  if (type === 'company') {
    return <CompanyField {...shared} required={missing !== undefined} onChange={onChange} />
  }
  return (
    <TextInput
      {...shared}
      type={type}
      maxLength={maxLength}
      required={missing !== undefined}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
