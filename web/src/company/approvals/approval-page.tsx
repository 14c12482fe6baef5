import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { getOrder } from '../orders/order-api.ts'
import parts from '../parts.module.css'
import { useNames } from '../use-names.ts'
import { WholePage } from '../whole-page.tsx'
import { type Approval, getApproval } from './approval-api.ts'
import { ApprovalConversation } from './approval-conversation.tsx'
import { ApprovalDifferences } from './approval-differences.tsx'
import { ApprovalFacts } from './approval-facts.tsx'
import { ApprovalLines } from './approval-lines.tsx'
import { ApprovalSteps } from './approval-steps.tsx'
import styles from './approvals.module.css'
import { BudgetImpacts } from './budget-impacts.tsx'
import { DecisionForm } from './decision-form.tsx'
import { Revise } from './revise.tsx'

/** How often the page looks again while an approved order is being placed. */
const lookAgainMs = 2_000

/** A request for approval: what changed, what it costs whom, and the decision. */
export function ApprovalPage({ approvalId }: { readonly approvalId: string }) {
  const approval = useQuery({
    queryKey: ['approval', approvalId],
    queryFn: ({ signal }) => getApproval(approvalId, signal),
    refetchInterval: ({ state: { data } }) => (data?.state === 'APPROVING' ? lookAgainMs : false),
  })
  return <WholePage query={approval}>{(read) => <ShownApproval approval={read} />}</WholePage>
}

function ShownApproval({ approval }: { readonly approval: Approval }) {
  const { t, money, instant } = useWords()
  const { nameOf } = useNames()
  const { orderId, orderNumber, total, added, requestedBy, state, expiresAt, version } = approval
  const isOpen = state === 'PENDING' && approval.mayDecide
  // Somebody may decide on an order that they may not read. The request shows what they need.
  const order = useQuery({
    queryKey: ['order', orderId, version],
    queryFn: ({ signal }) => getOrder(orderId, signal),
  })
  const title = t('approvals.pageTitle', { number: orderNumber, total: money(total) })
  return (
    <Page title={title} headline={title}>
      <p>
        {t('approvals.asks', { name: nameOf(requestedBy), time: instant(approval.requestedAt) })}{' '}
        {order.data && (
          <Link to="/orders/$orderId" params={{ orderId }}>
            {t('approvals.openOrder')}
          </Link>
        )}
      </p>
      {added && <p>{t('approvals.added', { added: money(added) })}</p>}
      {isOpen ? (
        <p className={styles.until}>
          {t(added ? 'approvals.changeUntil' : 'approvals.until', { time: instant(expiresAt) })}
        </p>
      ) : (
        <Outcome approval={approval} />
      )}
      <OtherVersions approval={approval} />
      <ApprovalDifferences approval={approval} />
      <ApprovalFacts approval={approval} />
      {order.data && <ApprovalLines approval={approval} order={order.data} />}
      <BudgetImpacts budgets={approval.budgets} />
      {isOpen && <DecisionForm approval={approval} />}
      {approval.mayRevise && order.data && <Revise approvalId={approval.id} order={order.data} />}
      <ApprovalSteps approval={approval} />
      <ApprovalConversation approval={approval} />
      <AlsoWaiting approval={approval} />
    </Page>
  )
}

function Outcome({ approval }: { readonly approval: Approval }) {
  const { t, instant } = useWords()
  const { nameOf } = useNames()
  const { state, added, decidedAt, decidedBy, reason } = approval
  return (
    <div className="notice" role="status">
      <strong>
        {t(added ? `approvals.changeOutcome.${state}` : `approvals.outcome.${state}`)}
      </strong>
      {decidedAt !== undefined && decidedBy !== undefined && (
        <p>{t('approvals.decidedBy', { name: nameOf(decidedBy), time: instant(decidedAt) })}</p>
      )}
      {reason !== undefined && <p>{t('approvals.reasonWas', { reason })}</p>}
      {state === 'PENDING' || <Link to="/approvals">{t('approvals.others')}</Link>}
    </div>
  )
}

function OtherVersions({ approval: { revises, revisedBy } }: { readonly approval: Approval }) {
  const { t } = useWords()
  return (
    <>
      {revises !== undefined && (
        <Link to="/approvals/$approvalId" params={{ approvalId: revises }}>
          {t('approvals.revises')}
        </Link>
      )}
      {revisedBy !== undefined && (
        <Link to="/approvals/$approvalId" params={{ approvalId: revisedBy }}>
          {t('approvals.revisedBy')}
        </Link>
      )}
    </>
  )
}

function AlsoWaiting({ approval: { alsoWaiting } }: { readonly approval: Approval }) {
  const { t, money, instant } = useWords()
  if (!alsoWaiting) return null
  return (
    <Section title={t('approvals.alsoWaiting')}>
      <ul className={parts.box}>
        {alsoWaiting.map(({ id, orderNumber, total, requestedAt }) => (
          <li key={id}>
            <Link to="/approvals/$approvalId" params={{ approvalId: id }}>
              {orderNumber}
            </Link>
            <span>
              {money(total)}, {instant(requestedAt)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
