import { Link } from '@tanstack/react-router'
import card from '../../components/card.module.css'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { PagedList } from '../paged-list.tsx'
import { Table } from '../table.tsx'
import { type CallOff, listCallOffs, type Quota } from './contracts-api.ts'

type Props = {
  readonly contractId: string
  readonly quotas: readonly Quota[]
  readonly isSupplier: boolean
}

/** What orders have called off, the newest first. */
export function CallOffs({ contractId, quotas, isSupplier }: Props) {
  const { t, money, number, instant } = useWords()
  const names = new Map(quotas.map(({ id, coveredName }) => [id, coveredName]))
  return (
    <Section title={t('contracts.callOffs')}>
      <PagedList
        queryKey={['contract', contractId, 'call-offs']}
        read={(page, signal) => listCallOffs(contractId, page, signal)}
        none={t('contracts.noCallOffs')}
      >
        {(callOffs) => (
          <Table
            heads={[
              'ordersPage.number',
              'contracts.covered',
              'ordersPage.placedAt',
              { number: 'orderPage.quantity' },
              { number: 'contracts.value' },
            ]}
          >
            {callOffs.map((callOff) => (
              <tr key={`${callOff.orderId} ${callOff.lineNumber} ${callOff.quotaId}`}>
                <th scope="row">
                  <OrderLink callOff={callOff} isSupplier={isSupplier} />
                </th>
                <td>{names.get(callOff.quotaId)}</td>
                <td>{instant(callOff.calledOffAt)}</td>
                <td className={card.number}>{number(callOff.quantity)}</td>
                <td className={card.number}>{money(callOff.value)}</td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </Section>
  )
}

type LinkProps = { readonly callOff: CallOff; readonly isSupplier: boolean }

function OrderLink({ callOff: { orderId, orderNumber }, isSupplier }: LinkProps) {
  return (
    <Link to={isSupplier ? '/sales/$orderId' : '/orders/$orderId'} params={{ orderId }}>
      {orderNumber}
    </Link>
  )
}
