import { retryUnordered, settleUnordered } from '../api.ts'
import type { UnorderedPayment } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import card from '../components/card.module.css'
import type { Values } from '../components/form.tsx'
import { listOf } from '../components/list-of.ts'
import { Mark } from '../components/mark.tsx'
import { RouteList } from '../components/route-list.tsx'
import { useChosen } from '../components/use-chosen.ts'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'

const list = listOf('/admin/orders/checkout/refunds')

/** Payments whose checkout or order had ended before they were paid, until the money has gone back. */
export function Refunds({ now }: { readonly now: number }) {
  const { t } = useWords()
  const choice = useChosen(list, { as: 'refunds' })
  return (
    <RouteList
      list={list}
      id="refunds"
      title="orders.refunds.title"
      choice={choice}
      now={now}
      ages={['since']}
      names={{ state: 'orders.refunds.state' }}
      cells={{
        paymentId: (payment) => <Payment payment={payment} />,
        orderNumber: ({ orderId }) => orderId !== undefined && <RecordName id={orderId} />,
        state: ({ state }) => (
          <span className={card.state}>
            <Mark tone={state === 'REFUSED' ? 'critical' : 'info'} />
            {t(state === 'REFUSED' ? 'orders.refunds.refused' : 'orders.refunds.waits')}
          </span>
        ),
      }}
      action={({ paymentId, state }) =>
        state === 'REFUSED' ? <Decision paymentId={paymentId} /> : t('lists.retriedAutomatically')
      }
      none="orders.refunds.none"
    />
  )
}

function Payment({ payment }: { readonly payment: UnorderedPayment }) {
  const { paymentId, orderId, checkoutId } = payment
  return (
    <>
      <RecordId id={paymentId} />
      {orderId === undefined && checkoutId !== undefined && <RecordName id={checkoutId} />}
    </>
  )
}

const isByHand = ({ decided }: Values) => decided === 'settle'

function Decision({ paymentId }: { readonly paymentId: string }) {
  const { t } = useWords()
  return (
    <Action
      ask={t('lists.decide')}
      label={t('lists.decideOn', { id: paymentId })}
      act={(values) => t(isByHand(values) ? 'orders.refunds.settleIt' : 'lists.retry')}
      fields={[
        {
          name: 'decided',
          label: 'lists.decision',
          shown: 'one',
          choices: [
            { value: 'retry', label: t('orders.refunds.retry') },
            { value: 'settle', label: t('orders.refunds.settle') },
          ],
        },
        {
          name: 'note',
          label: 'orders.refunds.how',
          missing: 'orders.refunds.sayHow',
          isShown: isByHand,
        },
      ]}
      run={(values) =>
        isByHand(values) ? settleUnordered(paymentId, values.note ?? '') : retryUnordered(paymentId)
      }
      done={(_result, values) =>
        t(isByHand(values) ? 'orders.refunds.isSettled' : 'orders.refunds.isRetried')
      }
    />
  )
}
