import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Ask } from '../fields/ask.tsx'
import type { UnitTree } from '../structure/unit-tree.ts'
import { Table } from '../table.tsx'
import { useNames } from '../use-names.ts'
import { ChangeFields, changeIn } from './budget-fields.tsx'
import { type Budget, type BudgetList, type BudgetUsage, changeBudget } from './budgets-api.ts'
import { UsageBar } from './usage-bar.tsx'

type Props = {
  readonly list: BudgetList
  readonly budgets: readonly Budget[]
  readonly tree: UnitTree | undefined
  readonly mayChange: boolean
}

/** Budgets or spending limits with their use in this period. */
export function BudgetTable({ list, budgets, tree, mayChange }: Props) {
  const { t, day } = useWords()
  return (
    <Table
      heads={[
        'ourCompany.name',
        'budgetsPage.for',
        'budgetsPage.period',
        'budgetsPage.use',
        'ourCompany.state',
        mayChange && 'ourCompany.actions',
      ]}
    >
      {budgets.map((budget) => (
        <tr key={budget.id}>
          <th scope="row">
            {budget.name}
            {budget.soft && <span className={lists.name}>{t('budgetsPage.isSoft')}</span>}
          </th>
          <td className={lists.words}>
            <Subject list={list} budget={budget} tree={tree} />
          </td>
          <td>
            {t('budgetsPage.since', {
              period: t(`budgetsPage.period.${budget.period as Period}`),
              day: day(budget.startsOn),
            })}
          </td>
          <td className={lists.words}>
            <Usages list={list} budget={budget} />
          </td>
          <td>{t(`ourCompany.state.${budget.active ? 'ACTIVE' : 'ENDED'}`)}</td>
          {mayChange && (
            <td>
              <BudgetActions list={list} budget={budget} />
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}

export type Period = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR'

type SubjectProps = Pick<Props, 'list' | 'tree'> & { readonly budget: Budget }

function Subject({ list, budget: { costCenter, unitId, personId }, tree }: SubjectProps) {
  const { t } = useWords()
  const { nameOf } = useNames()
  if (list === 'spending-limits') {
    return personId === undefined ? t('budgetsPage.eachPerson') : nameOf(personId)
  }
  const unit = unitId && (tree?.pathOf(unitId) || t('ourCompany.endedUnit'))
  return [costCenter, unit].filter(Boolean).join(', ')
}

function Usages({ list, budget }: Pick<SubjectProps, 'list' | 'budget'>) {
  const { t, money } = useWords()
  const { nameOf } = useNames()
  const { limit, usages } = budget
  if (usages.length === 0) return t('budgetsPage.unused', { limit: money(limit) })
  return usages.map((usage) => (
    <div key={usage.subject}>
      {list === 'spending-limits' && <strong>{nameOf(usage.subject)}</strong>}
      <Usage usage={usage} limit={limit} />
    </div>
  ))
}

type UsageProps = { readonly usage: BudgetUsage; readonly limit: Budget['limit'] }

function Usage({ usage: { held, committed, left }, limit }: UsageProps) {
  const { t, money } = useWords()
  // For the bar alone. The service says what is left.
  const withHeld = Number(committed.amount) + Number(held.amount)
  return (
    <>
      <UsageBar
        used={committed}
        withMore={{ amount: String(withHeld) }}
        limit={limit}
        isExceeded={withHeld > Number(limit.amount)}
      />
      <div>
        {t('budgetsPage.usage', {
          spent: money(committed),
          held: money(held),
          left: money(left),
          limit: money(limit),
        })}
      </div>
    </>
  )
}

function BudgetActions({ list, budget }: Pick<SubjectProps, 'list' | 'budget'>) {
  const { t } = useWords()
  const { name, active } = budget
  if (!active) {
    return (
      <Ask
        ask={t('ourCompany.reopen')}
        label={t('ourCompany.reopenOf', { name })}
        act={t('ourCompany.reopenNow')}
        effect={t('budgetsPage.reopenEffect')}
        run={() => changeBudget(list, budget, { active: true })}
      />
    )
  }
  return (
    <div className={lists.buttons}>
      <Ask
        ask={t('ourCompany.change')}
        label={t('ourCompany.changeOf', { name })}
        act={t('ourCompany.save')}
        effect={t('budgetsPage.changeEffect')}
        run={(form) => changeBudget(list, budget, changeIn(form))}
      >
        <ChangeFields budget={budget} />
      </Ask>
      <Ask
        ask={t('ourCompany.end')}
        label={t('ourCompany.endOf', { name })}
        act={t('ourCompany.endNow')}
        effect={t('budgetsPage.endEffect')}
        done={t('ourCompany.ended', { name })}
        run={() => changeBudget(list, budget, { active: false })}
      />
    </div>
  )
}
