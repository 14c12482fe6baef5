import card from '../../components/card.module.css'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { useNames } from '../use-names.ts'
import { type ConditionField, conditionFields, isChoice, isCode } from './condition-fields.ts'
import type { Rule } from './rules-api.ts'
import type { RuleChoices } from './use-rule-choices.ts'

type Props = { readonly rule: Rule; readonly choices: RuleChoices }

/** When the rule asks, whom, and how long it waits. */
export function RuleInWords({ rule, choices }: Props) {
  const { t, list } = useWords()
  const { nameOf } = useNames()
  const { name, position, conditions, steps, timeoutHours } = rule
  const given = conditionFields.filter((field) => conditions[field] !== undefined)
  return (
    <>
      <h2 className={card.heading}>
        {name} <span className={lists.quiet}>{t('rulesPage.positionOf', { position })}</span>
      </h2>
      <ul>
        {given.length === 0 && <li>{t('rulesPage.everyOrder')}</li>}
        {given.map((field) => (
          <li key={field}>
            <Condition field={field} rule={rule} choices={choices} />
          </li>
        ))}
      </ul>
      <ol>
        {steps.map(({ mode, people = [], role, mayReduce }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name than their place.
          <li key={at}>
            {t(`rulesPage.step.${mode}`, {
              approvers: list([
                ...people.map(nameOf),
                ...(role
                  ? [t('rulesPage.everyApprover', { role: t('ourCompany.role.approver') })]
                  : []),
              ]),
            })}
            {mayReduce && <span className={lists.quiet}> {t('rulesPage.reduces')}</span>}
          </li>
        ))}
      </ol>
      <p className={lists.quiet}>{t('rulesPage.timeoutOf', { hours: timeoutHours })}</p>
    </>
  )
}

type ConditionProps = Props & { readonly field: ConditionField }

function Condition({ field, rule: { conditions }, choices }: ConditionProps) {
  const { t, list, money } = useWords()
  const label = t(`rulesPage.condition.${field}`)
  if (field === 'amountFrom')
    return `${label} ${conditions.amountFrom && money(conditions.amountFrom)}`
  if (isCode(field)) return `${label}: ${list(conditions[field] ?? [])}`
  if (!isChoice(field)) return label
  const names = new Map(choices[field].map(({ id, name }) => [id, name]))
  const chosen = conditions[field] ?? []
  return `${label}: ${list(chosen.map((id) => names.get(id) ?? t('rulesPage.unknown')))}`
}
