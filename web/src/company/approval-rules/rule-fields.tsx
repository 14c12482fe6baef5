import { Button } from '@mantine/core'
import { useState } from 'react'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Field } from '../fields/field.tsx'
import { textOf } from '../fields/read-fields.ts'
import { useMe } from '../use-me.ts'
import { type ConditionField, conditionFields, startOf } from './condition-fields.ts'
import { ConditionValue } from './condition-value.tsx'
import type { Conditions, Rule, RuleDraft, Step } from './rules-api.ts'
import { StepFields } from './step-fields.tsx'
import type { RuleChoices } from './use-rule-choices.ts'

type Props = { readonly rule?: Rule; readonly choices: RuleChoices }

const firstStep: Step = { mode: 'ANY', role: 'approver' }
const stepsMax = 10

/** The fields of a rule. Its conditions and steps are built by choosing; `ruleIn` reads all. */
export function RuleFields({ rule, choices }: Props) {
  const { t } = useWords()
  const [conditions, setConditions] = useState<Conditions>(rule?.conditions ?? {})
  const [steps, setSteps] = useState<readonly Step[]>(rule?.steps ?? [firstStep])
  return (
    <>
      <Field label={t('ourCompany.name')}>
        <input name="name" maxLength={100} pattern=".*\S.*" required defaultValue={rule?.name} />
      </Field>
      <ConditionFields conditions={conditions} choices={choices} onChange={setConditions} />
      {steps.map((step, at) => (
        <StepFields
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name than their place.
          key={at}
          number={at + 1}
          step={step}
          people={choices.requesterIds}
          onChange={(changed) => setSteps(steps.with(at, changed))}
          onRemove={steps.length > 1 ? () => setSteps(steps.toSpliced(at, 1)) : undefined}
        />
      ))}
      {steps.length < stepsMax && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => setSteps([...steps, firstStep])}
          >
            {t('rulesPage.addStep')}
          </Button>
        </div>
      )}
      <Field label={t('rulesPage.position')} hint={t('rulesPage.positionHint')}>
        <input
          name="position"
          type="number"
          required
          min={0}
          max={1_000}
          defaultValue={rule?.position ?? 100}
        />
      </Field>
      <Field label={t('rulesPage.timeout')} hint={t('rulesPage.timeoutHint')}>
        <input
          name="timeoutHours"
          type="number"
          required
          min={1}
          max={144}
          defaultValue={rule?.timeoutHours ?? 72}
        />
      </Field>
      <input type="hidden" name="conditions" value={JSON.stringify(conditions)} />
      <input type="hidden" name="steps" value={JSON.stringify(steps)} />
    </>
  )
}

type ConditionsProps = {
  readonly conditions: Conditions
  readonly choices: RuleChoices
  readonly onChange: (conditions: Conditions) => void
}

/** The conditions of a rule, and the choice of another one. */
function ConditionFields({ conditions, choices, onChange }: ConditionsProps) {
  const { t } = useWords()
  const { data: me } = useMe()
  const given = conditionFields.filter((field) => conditions[field] !== undefined)
  const others = conditionFields.filter((field) => conditions[field] === undefined)
  const set = (field: ConditionField, value: Conditions[ConditionField] | undefined) => {
    const { [field]: _before, ...rest } = conditions
    onChange(value === undefined ? rest : { ...rest, [field]: value })
  }
  return (
    <fieldset className={lists.choices}>
      <legend>{t('rulesPage.conditions')}</legend>
      {given.length === 0 && <p>{t('rulesPage.everyOrder')}</p>}
      {given.map((field) => (
        <ConditionValue
          key={field}
          field={field}
          conditions={conditions}
          choices={choices}
          onChange={(value) => set(field, value)}
        />
      ))}
      <Field label={t('rulesPage.addCondition')}>
        <select
          value=""
          onChange={({ currentTarget: { value } }) => {
            const field = others.find((name) => name === value)
            if (field) set(field, startOf(field, me?.company.currency ?? 'EUR'))
          }}
        >
          <option value="">{t('rulesPage.choose')}</option>
          {others.map((field) => (
            <option key={field} value={field}>
              {t(`rulesPage.condition.${field}`)}
            </option>
          ))}
        </select>
      </Field>
    </fieldset>
  )
}

export function ruleIn(form: FormData): RuleDraft {
  return {
    name: textOf(form, 'name'),
    position: Number(textOf(form, 'position')),
    timeoutHours: Number(textOf(form, 'timeoutHours')),
    conditions: JSON.parse(textOf(form, 'conditions')) as Conditions,
    steps: JSON.parse(textOf(form, 'steps')) as Step[],
  }
}
