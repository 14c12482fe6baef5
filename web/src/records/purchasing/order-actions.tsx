import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmOrder } from '../../api.ts'
import type { Order } from '../../api-types.ts'
import { useWords } from '../../language/use-words.ts'
import { ConfirmedButton } from '../../lists/confirmed-button.tsx'
import { DecisionForm, InPlace } from '../../lists/decision.tsx'
import { Actions } from '../actions.tsx'
import { cancelOrder } from '../records-api.ts'
import { RefundForm } from './refund-form.tsx'
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
        <ConfirmedButton
          ask={t('records.actions.confirm')}
          label={t('orders.stuck.confirmOf', { id: number })}
          confirm={t('orders.stuck.confirmSure')}
          act={() => confirmOrder(id)}
          changes={['order', id]}
        />
      )}
      {canShip && <ShipForm order={order} />}
      {canCancel && (
        <InPlace
          ask={t('records.actions.cancel')}
          label={t('records.actions.cancelOf', { id: number })}
        >
          {(leave) => <CancelForm orderId={id} onLeave={leave} />}
        </InPlace>
      )}
      {canRefund && (
        <InPlace
          ask={t('records.actions.refund')}
          label={t('records.actions.refundOf', { id: number })}
        >
          {(leave) => <RefundForm order={order} paymentId={paymentId} onLeave={leave} />}
        </InPlace>
      )}
    </Actions>
  )
}

type CancelProps = { readonly orderId: string; readonly onLeave: () => void }

function CancelForm({ orderId, onLeave }: CancelProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const cancelling = useMutation({
    mutationFn: () => cancelOrder(orderId, reason),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['order', orderId] })
      onLeave()
    },
  })
  return (
    <DecisionForm
      act={t('records.actions.cancelNow')}
      deciding={cancelling}
      onDecide={() => (reason.trim() === '' ? setMissing(true) : cancelling.mutate())}
      onLeave={onLeave}
    >
      <p>{t('records.actions.cancelEffect')}</p>
      <TextInput
        label={t('records.actions.reason')}
        value={reason}
        error={isMissing && t('records.actions.sayWhy')}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={1_000}
        autoFocus
        required
      />
    </DecisionForm>
  )
}
