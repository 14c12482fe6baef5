import { confirmOrder } from '../../api.ts'
import type { Order } from '../../api-types.ts'
import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import { useWords } from '../../language/use-words.ts'
import { cancelOrder } from '../records-api.ts'
import { Refund } from './refund.tsx'
import { ShipForm } from './ship-form.tsx'

const cancellable = ['PENDING_APPROVAL', 'PLACED', 'CONFIRMED', 'PARTIALLY_SHIPPED']
const shippable = ['CONFIRMED', 'PARTIALLY_SHIPPED']
// On net terms the money is owed, so the order is unpaid and can be refunded all the same.
const refundable = ['UNPAID', 'PAID', 'PARTIALLY_REFUNDED']

/** What an operator can do about the order now. */
export function OrderActions({ order }: { readonly order: Order }) {
  const { t } = useWords()
  const { id, number, state, paymentState, paymentId } = order
  const canConfirm = state === 'PLACED'
  const canShip = shippable.includes(state)
  const canCancel = cancellable.includes(state)
  const canRefund = paymentId !== undefined && refundable.includes(paymentState)
  if (!canConfirm && !canCancel && !canRefund) return null
  return (
    <Actions>
      {canConfirm && (
        <Action
          ask={t('records.actions.confirm')}
          label={t('orders.stuck.confirmOf', { id: number })}
          act={t('orders.stuck.confirmSure')}
          run={() => confirmOrder(id)}
        />
      )}
      {canShip && <ShipForm order={order} />}
      {canCancel && (
        <Action
          ask={t('records.actions.cancel')}
          label={t('records.actions.cancelOf', { id: number })}
          act={t('records.actions.cancelNow')}
          effect={t('records.actions.cancelEffect')}
          fields={[
            {
              name: 'reason',
              label: 'records.actions.reason',
              missing: 'records.actions.sayWhy',
              maxLength: 1_000,
            },
          ]}
          run={({ reason = '' }) => cancelOrder(id, reason)}
        />
      )}
      {canRefund && <Refund order={order} paymentId={paymentId} />}
    </Actions>
  )
}
