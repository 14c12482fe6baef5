import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { findApprovalOf } from '../approvals/approval-api.ts'
import { AddedToCart } from '../cart/added-to-cart.tsx'
import { showCart } from '../cart/use-cart.ts'
import { AddToList } from '../lists/add-to-list.tsx'
import parts from '../parts.module.css'
import { openQuantity } from '../quantities.ts'
import { cancelOrder, type Order, reorder } from './order-api.ts'

/** What a buyer does with an order as a whole. */
export function OrderActions({ order }: { readonly order: Order }) {
  const { t } = useWords()
  return (
    <div className={parts.actions}>
      <Reorder orderId={order.id} />
      <AddToList name={order.number} source={{ orderId: order.id }} />
      {isOpen(order) && <Cancel orderId={order.id} />}
      <ApprovalLink order={order} />
      <Link to="/tickets" search={{ order: order.id }}>
        {t('tickets.askAbout')}
      </Link>
    </div>
  )
}

/** Absent where the order needed no approval, or the person may not see its request. */
function ApprovalLink({ order: { id: orderId, state } }: { readonly order: Order }) {
  const { t } = useWords()
  const { data: approvalId } = useQuery({
    queryKey: ['order', orderId, 'approval'],
    queryFn: ({ signal }) => findApprovalOf(orderId, signal),
    enabled: state === 'PENDING_APPROVAL',
  })
  if (!approvalId) return null
  return (
    <Link to="/approvals/$approvalId" params={{ approvalId }}>
      {t('orderPage.approval')}
    </Link>
  )
}

/** Something of it is not shipped yet. */
function isOpen({ state, lines }: Order): boolean {
  const hasEnded = ['REJECTED', 'CANCELLED', 'CLOSED'].includes(state)
  return !hasEnded && lines.some((line) => openQuantity(line) > 0)
}

function Reorder({ orderId }: { readonly orderId: string }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const reordering = useMutation({
    mutationFn: () => reorder(orderId),
    onSuccess: ({ cart }) => showCart(queries, cart),
  })
  return (
    <div className={parts.action}>
      <Button variant="default" loading={reordering.isPending} onClick={() => reordering.mutate()}>
        {t('orderPage.reorder')}
      </Button>
      {reordering.data && <AddedToCart {...reordering.data} />}
      <Refusal error={reordering.error} />
    </div>
  )
}

function Cancel({ orderId }: { readonly orderId: string }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const cancelling = useMutation({
    mutationFn: () => cancelOrder(orderId, reason.trim()),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['order', orderId] }),
  })
  if (!isAsking) {
    return (
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('orderPage.cancel')}
      </Button>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    cancelling.mutate()
  }
  return (
    <form className={parts.form} onSubmit={submit}>
      <p>{t('orderPage.cancelEffect')}</p>
      <label>
        {t('orderPage.cancelReason')}
        <input
          // biome-ignore lint/a11y/noAutofocus: the person has just opened this form.
          autoFocus
          maxLength={1_000}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      </label>
      <div className={parts.actions}>
        <Button type="submit" color="red" loading={cancelling.isPending}>
          {t('orderPage.cancel')}
        </Button>
        <Button variant="default" onClick={() => setAsking(false)}>
          {t('orderPage.keep')}
        </Button>
      </div>
      <Refusal error={cancelling.error} />
    </form>
  )
}
