import { useState } from 'react'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { CodeField } from '../codes/code-field.tsx'
import { DecimalInput } from '../fields/decimal-input.tsx'
import { Field } from '../fields/field.tsx'
import { optionalText, textOf } from '../fields/read-fields.ts'
import parts from '../parts.module.css'
import { UnitSelect } from '../structure/unit-select.tsx'
import type { UnitTree } from '../structure/unit-tree.ts'
import { useNames } from '../use-names.ts'
import type { Budget, BudgetChange, BudgetDraft, SpendingLimitDraft } from './budgets-api.ts'

const budgetPeriods = ['MONTH', 'QUARTER', 'YEAR'] as const
const limitPeriods = ['DAY', 'WEEK', 'MONTH'] as const

type Props = {
  readonly tree: UnitTree
  readonly unitId: string | undefined
  /** That of the company. */
  readonly currency: string
}

/** The fields of a budget of a cost centre, a unit, or a cost centre within a unit. */
export function BudgetFields({ tree, unitId, currency }: Props) {
  const { t } = useWords()
  const [costCenter, setCostCenter] = useState('')
  return (
    <>
      <NameField />
      <div className={parts.form}>
        <CodeField
          kind="costCenter"
          name="costCenter"
          label={t('budgetsPage.costCenter')}
          value={costCenter}
          onChange={setCostCenter}
        />
      </div>
      <UnitSelect
        name="unitId"
        label={t('ourCompany.unit')}
        none={t('addressBook.wholeCompany')}
        tree={tree}
        chosen={unitId}
      />
      <PeriodField periods={budgetPeriods} />
      <LimitField currency={currency} />
      <SoftBox />
    </>
  )
}

/** The fields of a spending limit of a person, or of each person. */
export function LimitFields({ currency }: Pick<Props, 'currency'>) {
  const { t } = useWords()
  const { members } = useNames()
  return (
    <>
      <NameField />
      <Field label={t('budgetsPage.person')}>
        <select name="personId" defaultValue="">
          <option value="">{t('budgetsPage.eachPerson')}</option>
          {members.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <PeriodField periods={limitPeriods} />
      <LimitField currency={currency} />
      <SoftBox />
    </>
  )
}

/** What changes later. The rest stays for the life of a budget. */
export function ChangeFields({ budget: { name, limit, soft } }: { readonly budget: Budget }) {
  return (
    <>
      <NameField name={name} />
      <LimitField currency={limit.currency} amount={limit.amount} />
      <SoftBox isSoft={soft} />
    </>
  )
}

function NameField({ name }: { readonly name?: string }) {
  const { t } = useWords()
  return (
    <Field label={t('ourCompany.name')}>
      <input name="name" maxLength={100} pattern=".*\S.*" required defaultValue={name} />
    </Field>
  )
}

type PeriodProps = { readonly periods: readonly (BudgetDraft | SpendingLimitDraft)['period'][] }

function PeriodField({ periods }: PeriodProps) {
  const { t } = useWords()
  return (
    <Field label={t('budgetsPage.period')} hint={t('budgetsPage.periodHint')}>
      <select name="period" defaultValue="MONTH">
        {periods.map((period) => (
          <option key={period} value={period}>
            {t(`budgetsPage.period.${period}`)}
          </option>
        ))}
      </select>
    </Field>
  )
}

type LimitProps = { readonly currency: string; readonly amount?: string }

function LimitField({ currency, amount }: LimitProps) {
  const { t } = useWords()
  return (
    <Field label={t('budgetsPage.limitIn', { currency })}>
      <DecimalInput name="amount" required initial={amount} />
      <input type="hidden" name="currency" value={currency} />
    </Field>
  )
}

function SoftBox({ isSoft = false }: { readonly isSoft?: boolean }) {
  const { t } = useWords()
  return (
    <label className={lists.choice}>
      <input type="checkbox" name="soft" defaultChecked={isSoft} />
      {t('budgetsPage.soft')}
    </label>
  )
}

export function budgetIn(form: FormData): BudgetDraft {
  const costCenter = optionalText(form, 'costCenter')
  const unitId = optionalText(form, 'unitId')
  return {
    ...amountsIn(form),
    period: budgetPeriods.find((period) => period === form.get('period')) ?? 'MONTH',
    ...(costCenter !== null && { costCenter }),
    ...(unitId !== null && { unitId }),
  }
}

export function spendingLimitIn(form: FormData): SpendingLimitDraft {
  const personId = optionalText(form, 'personId')
  return {
    ...amountsIn(form),
    period: limitPeriods.find((period) => period === form.get('period')) ?? 'MONTH',
    ...(personId !== null && { personId }),
  }
}

export function changeIn(form: FormData): BudgetChange {
  const { name, limit, soft } = amountsIn(form)
  return { name, limit: limit.amount, soft }
}

function amountsIn(form: FormData) {
  return {
    name: textOf(form, 'name'),
    limit: { amount: textOf(form, 'amount'), currency: textOf(form, 'currency') },
    soft: form.has('soft'),
  }
}
