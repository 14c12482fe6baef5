import { Button } from '@mantine/core'
import { useState } from 'react'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { DecimalInput } from '../fields/decimal-input.tsx'
import { Field } from '../fields/field.tsx'
import { type CodeField, type ConditionField, isChoice, isCode } from './condition-fields.ts'
import type { Conditions, Named } from './rules-api.ts'
import type { RuleChoices } from './use-rule-choices.ts'

type Props = {
  readonly field: ConditionField
  readonly conditions: Conditions
  readonly choices: RuleChoices
  /** Undefined: the rule no longer asks about it. */
  readonly onChange: (value: Conditions[ConditionField] | undefined) => void
}

/** A condition of a rule with its value, and the way to take it out of the rule. */
export function ConditionValue({ field, conditions, choices, onChange }: Props) {
  const { t } = useWords()
  const name = t(`rulesPage.condition.${field}`)
  return (
    <div className={lists.off}>
      <Value {...{ field, conditions, choices, onChange }} label={name} />
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('ourCompany.removeOf', { name })}
        onClick={() => onChange(undefined)}
      >
        {t('ourCompany.remove')}
      </Button>
    </div>
  )
}

function Value({
  field,
  conditions,
  choices,
  label,
  onChange,
}: Props & { readonly label: string }) {
  if (field === 'amountFrom') {
    const { amount = '', currency = '' } = conditions.amountFrom ?? {}
    return (
      <Field label={`${label} (${currency})`}>
        <DecimalInput
          required
          initial={amount}
          onChange={(typed) => onChange({ amount: typed, currency })}
        />
      </Field>
    )
  }
  if (isChoice(field)) {
    const options = choices[field]
    return (
      <Choices
        label={label}
        options={options}
        chosen={conditions[field] ?? []}
        onChange={(chosen) => onChange(chosen as Conditions[typeof field])}
      />
    )
  }
  if (isCode(field)) {
    return <Codes field={field} label={label} conditions={conditions} onChange={onChange} />
  }
  return <span>{label}</span>
}

type ChoicesProps = {
  readonly label: string
  readonly options: readonly Named[]
  readonly chosen: readonly string[]
  /** Whether nothing may be sent before one is chosen. */
  readonly isRequired?: boolean
  readonly onChange: (chosen: string[]) => void
}

/** Several records by their names: one is enough for an order to fit. */
export function Choices({ label, options, chosen, isRequired = true, onChange }: ChoicesProps) {
  const { t } = useWords()
  const names = new Map(options.map(({ id, name }) => [id, name]))
  return (
    <div>
      <Field label={label}>
        <select
          value=""
          required={isRequired && chosen.length === 0}
          onChange={({ currentTarget: { value } }) => onChange([...chosen, value])}
        >
          <option value="">{t('rulesPage.choose')}</option>
          {options
            .filter(({ id }) => !chosen.includes(id))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      </Field>
      {chosen.map((id) => {
        const name = names.get(id) ?? t('rulesPage.unknown')
        return (
          <div key={id}>
            {name}{' '}
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('ourCompany.removeOf', { name })}
              onClick={() => onChange(chosen.filter((other) => other !== id))}
            >
              {t('ourCompany.remove')}
            </Button>
          </div>
        )
      })}
    </div>
  )
}

type CodesProps = Pick<Props, 'conditions' | 'onChange'> & {
  readonly field: CodeField
  readonly label: string
}

function Codes({ field, label, conditions, onChange }: CodesProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState((conditions[field] ?? []).join(', '))
  const type = (text: string) => {
    setTyped(text)
    const codes = text.split(',').map((code) => code.trim())
    onChange(codes.filter((code) => code !== ''))
  }
  return (
    <Field label={label} hint={t('rulesPage.codesHint')}>
      <input
        required
        maxLength={2_000}
        value={typed}
        onChange={({ currentTarget: { value } }) => type(value)}
      />
    </Field>
  )
}
