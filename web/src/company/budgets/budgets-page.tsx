import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { CsvLink } from '../csv-link.tsx'
import { Ask } from '../fields/ask.tsx'
import { CompanyPart } from '../frame/company-part.tsx'
import { PagedList } from '../paged-list.tsx'
import { isAdministrator, mayReadLimits } from '../rights.ts'
import { UnitFilter } from '../structure/unit-filter.tsx'
import type { UnitSearch } from '../structure/unit-search.ts'
import type { UnitTree } from '../structure/unit-tree.ts'
import { useUnits } from '../structure/use-units.ts'
import { useMe } from '../use-me.ts'
import { BudgetFields, budgetIn, LimitFields, spendingLimitIn } from './budget-fields.tsx'
import { BudgetTable } from './budget-table.tsx'
import styles from './budgets.module.css'
import { addBudget, addSpendingLimit, type BudgetList, listBudgets } from './budgets-api.ts'

/** What cost centres, units and people may spend, and what they have spent in this period. */
export function BudgetsPage({ asked: { unit } }: { readonly asked: UnitSearch }) {
  const { t } = useWords()
  const { data: me } = useMe()
  const { data: tree } = useUnits()
  const mayChange = me !== undefined && isAdministrator(me)
  return (
    <CompanyPart part="budgets">
      <Section title={t('budgetsPage.budgets')}>
        <div className={styles.list}>
          <UnitFilter tree={tree} unit={unit} to="/company/budgets" />
          <Budgets list="budgets" {...{ unit, tree, mayChange }} />
        </div>
        {mayChange && tree && (
          <Ask
            ask={t('budgetsPage.addBudget')}
            act={t('ourCompany.add')}
            run={(form) => addBudget(budgetIn(form))}
          >
            <BudgetFields tree={tree} unitId={unit} currency={me.company.currency} />
          </Ask>
        )}
      </Section>
      {me && mayReadLimits(me) && (
        <Section title={t('budgetsPage.limits')}>
          <div className={styles.list}>
            <Budgets list="spending-limits" {...{ unit: undefined, tree, mayChange }} />
          </div>
          {mayChange && (
            <Ask
              ask={t('budgetsPage.addLimit')}
              act={t('ourCompany.add')}
              run={(form) => addSpendingLimit(spendingLimitIn(form))}
            >
              <LimitFields currency={me.company.currency} />
            </Ask>
          )}
        </Section>
      )}
    </CompanyPart>
  )
}

type Props = {
  readonly list: BudgetList
  readonly unit: string | undefined
  readonly tree: UnitTree | undefined
  readonly mayChange: boolean
}

function Budgets({ list, unit, tree, mayChange }: Props) {
  const { t } = useWords()
  return (
    <>
      <CsvLink list={list} query={{ unitId: unit }} />
      <PagedList
        queryKey={['budgets', list, unit]}
        read={(page, signal) => listBudgets(list, unit, page, signal)}
        none={t(unit === undefined ? `budgetsPage.none.${list}` : 'budgetsPage.noneOfUnit')}
      >
        {(budgets) => <BudgetTable {...{ list, budgets, tree, mayChange }} />}
      </PagedList>
    </>
  )
}
