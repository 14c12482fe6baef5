import { refuseProposal } from '../api.ts'
import { Action } from '../components/action.tsx'
import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/orders/proposals')

/** Changes that suppliers propose, on which the buyers have not decided. */
export function Proposals({ now }: { readonly now: number }) {
  const { t } = useWords()
  return (
    <RouteList
      list={list}
      id="proposals"
      title="orders.proposals.title"
      keys={['proposalId']}
      now={now}
      ages={['proposedAt', 'remindedAt']}
      cells={{
        orderNumber: ({ orderId, orderNumber }) => <RecordId id={orderId} number={orderNumber} />,
      }}
      extra={{
        title: 'lists.column.nextStep',
        cell: ({ orderId, orderNumber, proposalId }) => (
          <Action
            ask={t('orders.proposals.refuse')}
            label={t('orders.proposals.refuseOf', { id: orderNumber })}
            act={t('orders.proposals.refuseSure')}
            run={() => refuseProposal(orderId, proposalId)}
          />
        ),
      }}
      none="orders.proposals.none"
    />
  )
}
