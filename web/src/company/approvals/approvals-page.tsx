import { Link } from '@tanstack/react-router'
import card from '../../components/card.module.css'
import lists from '../../components/lists.module.css'
import { Mark } from '../../components/mark.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import tabs from '../frame/tabs.module.css'
import { PagedList } from '../paged-list.tsx'
import { Table } from '../table.tsx'
import { useNames } from '../use-names.ts'
import { type ApprovalSummary, listApprovals } from './approval-api.ts'
import type { ApprovalsSearch } from './approvals-address.ts'

/** What waits for the decision of the person, or what became of their own requests. */
export function ApprovalsPage({ asked }: { readonly asked: ApprovalsSearch }) {
  const { t } = useWords()
  const isRequested = asked.mine === 'requested'
  return (
    <Page title={t('approvals.title')} headline={t('approvals.title')}>
      <nav className={tabs.tabs} aria-label={t('approvals.whose')}>
        <Link to="/approvals" search={{}} activeOptions={{ exact: true }}>
          {t('approvals.toDecide')}
        </Link>
        <Link to="/approvals" search={{ mine: 'requested' }}>
          {t('approvals.requested')}
        </Link>
      </nav>
      <PagedList
        queryKey={['approvals', asked]}
        read={(page, signal) => listApprovals(asked, page, signal)}
        none={t(isRequested ? 'approvals.noneRequested' : 'approvals.noneToDecide')}
      >
        {(requests) => <Requests requests={requests} />}
      </PagedList>
    </Page>
  )
}

function Requests({ requests }: { readonly requests: readonly ApprovalSummary[] }) {
  const { money, instant } = useWords()
  const { nameOf } = useNames()
  return (
    <Table
      heads={[
        'approvals.order',
        'approvals.requester',
        'approvals.requestedAt',
        'approvals.state',
        'approvals.expiresAt',
        { number: 'cart.total' },
      ]}
    >
      {requests.map((request) => (
        <tr key={request.id}>
          <th scope="row">
            <Link to="/approvals/$approvalId" params={{ approvalId: request.id }}>
              {request.orderNumber}
            </Link>
          </th>
          <td>{nameOf(request.requestedBy)}</td>
          <td>
            <time dateTime={request.requestedAt}>{instant(request.requestedAt)}</time>
          </td>
          <td>
            <StateOf request={request} />
          </td>
          <td>
            {request.state === 'PENDING' && (
              <time dateTime={request.expiresAt}>{instant(request.expiresAt)}</time>
            )}
          </td>
          <td className={card.number}>{money(request.total)}</td>
        </tr>
      ))}
    </Table>
  )
}

function StateOf({ request }: { readonly request: ApprovalSummary }) {
  const { t } = useWords()
  const { state, step, steps, escalated } = request
  return (
    <span className={card.state}>
      {escalated && state === 'PENDING' && <Mark tone="warning" />}
      {t(`approvals.state.${state}`)}
      {state === 'PENDING' && steps.length > 1 && (
        <span className={lists.quiet}>{t('approvals.step', { step, steps: steps.length })}</span>
      )}
    </span>
  )
}
