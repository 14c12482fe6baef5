import { Button } from '@mantine/core'
import { newIdempotencyKey } from '@purveyor/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { isRefusal } from '../api.ts'
import { Field } from '../fields/field.tsx'
import type { Order } from '../orders/order-api.ts'
import parts from '../parts.module.css'
import { revisedOrder, submitAgain } from './revise-api.ts'

type Props = { readonly approvalId: string; readonly order: Order }

/**
 * Submits a returned order again, with other quantities and references. The rest stays as it was ordered, and approvals that depend
 * on nothing that has changed still hold. An order in one request has one address.
 */
export function Revise({ approvalId, order }: Props) {
  const { t } = useWords()
  const { deliveries = [] } = order
  return (
    <Section title={t('approvals.reviseTitle')}>
      {deliveries.length > 1 ? (
        <p>{t('approvals.reviseSplit')}</p>
      ) : (
        <ReviseForm approvalId={approvalId} order={order} />
      )}
    </Section>
  )
}

function ReviseForm({ approvalId, order }: Props) {
  const { t } = useWords()
  const navigate = useNavigate()
  const queries = useQueryClient()
  // A press that is repeated after a lost answer orders once: the key stays until the service has refused.
  const [key, setKey] = useState(newIdempotencyKey)
  const submitting = useMutation({
    mutationFn: (form: FormData) => submitAgain(approvalId, order, revisedOrder(order, form), key),
    onSuccess: async ({ order: placed, payment }) => {
      await queries.invalidateQueries({ queryKey: ['approvals'] })
      if (payment?.redirectUrl !== undefined) window.location.assign(payment.redirectUrl)
      else if (placed) await navigate({ to: '/orders/$orderId', params: { orderId: placed.id } })
    },
    onError: (error) => {
      if (isRefusal(error)) setKey(newIdempotencyKey())
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submitting.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className={`${parts.form} ${parts.box}`} onSubmit={submit}>
      <p>{t('approvals.reviseHint')}</p>
      {order.lines.map(({ lineNumber, name, quantity }) => (
        <Field key={lineNumber} label={t('approvals.quantityOf', { name })}>
          <input
            name={`quantity-${lineNumber}`}
            type="number"
            min={0}
            max={1_000_000}
            step="any"
            required
            defaultValue={quantity}
          />
        </Field>
      ))}
      <Field label={t('checkoutPage.reference.poNumber')}>
        <input name="poNumber" maxLength={100} defaultValue={order.poNumber} />
      </Field>
      <Field label={t('checkoutPage.reference.costCenter')}>
        <input name="costCenter" maxLength={100} defaultValue={order.costCenter} />
      </Field>
      <Field label={t('checkoutPage.note')}>
        <textarea name="note" maxLength={2_000} defaultValue={order.note} />
      </Field>
      <Button type="submit" loading={submitting.isPending}>
        {t('approvals.submitAgain')}
      </Button>
      <Refusal error={submitting.error} />
    </form>
  )
}
