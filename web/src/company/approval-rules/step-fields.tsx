import { Button } from '@mantine/core'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Field } from '../fields/field.tsx'
import { Choices } from './condition-value.tsx'
import type { Named, Step } from './rules-api.ts'

type Props = {
  readonly number: number
  readonly step: Step
  readonly people: readonly Named[]
  readonly onChange: (step: Step) => void
  /** Undefined: a rule keeps at least one step. */
  readonly onRemove: (() => void) | undefined
}

/** Who approves in a step, and whether one of them is enough. */
export function StepFields({ number, step, people, onChange, onRemove }: Props) {
  const { t } = useWords()
  const { role: _role, ...withoutRole } = step
  return (
    <fieldset className={lists.choices}>
      <legend>{t('rulesPage.stepOf', { number })}</legend>
      <Field label={t('rulesPage.mode')}>
        <select
          value={step.mode}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...step, mode: value === 'ALL' ? 'ALL' : 'ANY' })
          }
        >
          <option value="ANY">{t('rulesPage.mode.ANY')}</option>
          <option value="ALL">{t('rulesPage.mode.ALL')}</option>
        </select>
      </Field>
      <label className={lists.choice}>
        <input
          type="checkbox"
          checked={step.role !== undefined}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? { ...step, role: 'approver' } : withoutRole)
          }
        />
        {t('rulesPage.everyApprover', { role: t('ourCompany.role.approver') })}
      </label>
      <Choices
        label={t('rulesPage.people')}
        options={people}
        chosen={step.people ?? []}
        isRequired={step.role === undefined}
        onChange={(chosen) => onChange({ ...step, people: chosen })}
      />
      <label className={lists.choice}>
        <input
          type="checkbox"
          checked={step.mayReduce ?? false}
          onChange={({ currentTarget: { checked } }) => onChange({ ...step, mayReduce: checked })}
        />
        {t('rulesPage.mayReduce')}
      </label>
      {onRemove && (
        <div>
          <Button variant="default" size="compact-sm" onClick={onRemove}>
            {t('rulesPage.removeStep', { number })}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
