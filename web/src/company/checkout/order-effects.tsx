import { Skeleton } from '@mantine/core'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { BudgetImpacts } from '../approvals/budget-impacts.tsx'
import { StepApprovers } from '../approvals/step-approvers.tsx'
import parts from '../parts.module.css'
import { exceededBudgetIn, lacksReferences, type ValidatedOrder } from './checkout-api.ts'
import type { useValidatedOrder } from './use-validated-order.ts'

type Props = { readonly validated: ReturnType<typeof useValidatedOrder> }

/** Before anything is ordered: who must approve it and why, what it leaves of the budgets, or what refuses it. */
export function OrderEffects({ validated: { data, error, isFetching } }: Props) {
  const { t } = useWords()
  if (data) {
    return (
      <>
        <Approvals steps={data.approvalSteps} />
        <BudgetImpacts budgets={data.budgets} />
      </>
    )
  }
  return (
    <Section title={t('checkoutPage.approval')}>
      {isFetching ? <Skeleton height={80} /> : <NotKnownYet error={error} />}
    </Section>
  )
}

/** Why nobody can say yet what the order leads to. */
function NotKnownYet({ error }: { readonly error: unknown }) {
  const { t, money } = useWords()
  const exceeded = exceededBudgetIn(error)
  if (exceeded) {
    const { budget, left, wanted } = exceeded
    return (
      <p className="notice notice-bad" role="alert">
        {t('checkoutPage.overBudget', { budget, left: money(left), wanted: money(wanted) })}
      </p>
    )
  }
  if (error === null || lacksReferences(error)) {
    return <p className={parts.hint}>{t('checkoutPage.approvalLater')}</p>
  }
  return <Refusal error={error} />
}

function Approvals({ steps }: { readonly steps: ValidatedOrder['approvalSteps'] }) {
  const { t } = useWords()
  return (
    <Section title={t('checkoutPage.approval')}>
      {steps ? (
        <div className={parts.box}>
          <p>{t('checkoutPage.approvalNeeded')}</p>
          <ol>
            {steps.map((step) => (
              <li key={JSON.stringify(step)}>
                <strong>{step.rule}</strong>: <StepApprovers step={step} />
              </li>
            ))}
          </ol>
        </div>
      ) : (
        <p>{t('checkoutPage.noApproval')}</p>
      )}
    </Section>
  )
}
