import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { UsageBar } from '../budgets/usage-bar.tsx'
import parts from '../parts.module.css'
import type { Approval } from './approval-api.ts'
import styles from './approvals.module.css'

type BudgetImpact = NonNullable<Approval['budgets']>[number]

type Props = {
  /** Undefined: the order uses none. */
  readonly budgets: readonly BudgetImpact[] | undefined
}

/** How much of each budget is used, without this order and with it. */
export function BudgetImpacts({ budgets }: Props) {
  const { t } = useWords()
  if (!budgets) return null
  return (
    <Section title={t('approvals.budgets')}>
      <ul className={`${parts.box} ${styles.items}`}>
        {budgets.map((budget) => (
          <BudgetRow key={budget.id} budget={budget} />
        ))}
      </ul>
    </Section>
  )
}

function BudgetRow({ budget }: { readonly budget: BudgetImpact }) {
  const { t, money } = useWords()
  const { name, before, after, left, limit, exceeded } = budget
  return (
    <li>
      <span className={styles.apart}>
        <strong>{name}</strong>
        {exceeded && <strong className={styles.exceeded}>{t('approvals.exceeded')}</strong>}
      </span>
      <UsageBar used={before} withMore={after} limit={limit} isExceeded={exceeded} />
      <span>
        {t('approvals.usage', {
          before: money(before),
          after: money(after),
          left: money(left),
          limit: money(limit),
        })}
      </span>
    </li>
  )
}
