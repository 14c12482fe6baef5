import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { quantityLess } from '../quantities.ts'
import { type Order, type OrderLine, requestReturn, returnReasons } from './order-api.ts'
import styles from './orders.module.css'

/** What goes back to its supplier, and a form that asks for it. */
export function Returns({ order }: { readonly order: Order }) {
  const { t, number, instant } = useWords()
  const returnable = order.lines.filter((line) => leftToReturn(line) > 0)
  if (order.returns.length === 0 && returnable.length === 0) return null
  return (
    <Section title={t('orderPage.returns')}>
      <div className={parts.box}>
        <ul>
          {order.returns.map(({ id, number: rma, state, requestedAt, lines, decisionNote }) => (
            <li key={id} className={styles.shipment}>
              <strong>
                {rma}: {t(`orderPage.returnState.${state}`)}
              </strong>
              <time dateTime={requestedAt}>{instant(requestedAt)}</time>
              {lines.map(({ lineNumber, quantity, reason }) => (
                <span key={lineNumber}>
                  {t('orderPage.returnLine', {
                    line: lineNumber,
                    quantity: number(quantity),
                    reason: t(`orderPage.reason.${reason}`),
                  })}
                </span>
              ))}
              {decisionNote}
            </li>
          ))}
        </ul>
        {returnable.length > 0 && <ReturnForm order={order} returnable={returnable} />}
      </div>
    </Section>
  )
}

/** The pieces of a line that have arrived and are not on their way back. */
function leftToReturn({ deliveredQuantity, returnedQuantity, claimedQuantity }: OrderLine): number {
  return quantityLess(deliveredQuantity, returnedQuantity, claimedQuantity)
}

type FormProps = { readonly order: Order; readonly returnable: readonly OrderLine[] }

function ReturnForm({ order, returnable }: FormProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const returning = useMutation({
    mutationFn: (form: FormData) =>
      requestReturn(order.id, {
        lineNumber: Number(form.get('line')),
        quantity: Number(form.get('quantity')),
        reason: returnReasons.find((known) => known === form.get('reason')) ?? 'OTHER',
        note: String(form.get('note')).trim(),
      }),
    onSuccess: async () => {
      setOpen(false)
      await queries.invalidateQueries({ queryKey: ['order', order.id] })
    },
  })
  if (!isOpen) {
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('orderPage.requestReturn')}
      </Button>
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    returning.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className={parts.form} onSubmit={submit}>
      <label>
        {t('orderPage.product')}
        <select name="line">
          {returnable.map(({ lineNumber, name }) => (
            <option key={lineNumber} value={lineNumber}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('orderPage.quantity')}
        <input name="quantity" type="number" min={0.001} step="any" defaultValue={1} required />
      </label>
      <label>
        {t('orderPage.reason')}
        <select name="reason">
          {returnReasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`orderPage.reason.${reason}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('orderPage.returnNote')}
        <textarea name="note" maxLength={1_000} />
      </label>
      <div className={parts.actions}>
        <Button type="submit" loading={returning.isPending}>
          {t('orderPage.sendReturn')}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          {t('orderPage.leave')}
        </Button>
      </div>
      <Refusal error={returning.error} />
    </form>
  )
}
