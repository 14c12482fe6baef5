import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import card from '../../components/card.module.css'
import lists from '../../components/lists.module.css'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import fields from '../fields/field.module.css'
import { Field } from '../fields/field.tsx'
import { NegotiatedPrice } from '../orders/negotiated-price.tsx'
import type { Order, OrderLine } from '../orders/order-api.ts'
import parts from '../parts.module.css'
import { keptQuantity } from '../quantities.ts'
import { Table } from '../table.tsx'
import { unitName } from '../units.ts'
import { type Approval, type LoweredLine, lowerQuantities } from './approval-api.ts'
import styles from './approvals.module.css'
import { bookingOf } from './booking-of.ts'

type Props = { readonly approval: Approval; readonly order: Order }

/** What is ordered. Where the rule allows it, an approver lowers quantities here before the decision. */
export function ApprovalLines({ approval, order }: Props) {
  const { t } = useWords()
  const [isLowering, setLowering] = useState(false)
  const kept = order.lines.filter((line) => keptQuantity(line) > 0)
  // A returned order has no line left: its requester reads what was ordered.
  const lines = kept.length > 0 ? kept : order.lines
  return (
    <Section title={t('orderPage.lines')}>
      <Table
        heads={[
          'orderPage.product',
          { number: 'orderPage.quantity' },
          'approvals.booked',
          { number: 'orderPage.unitPrice' },
          { number: 'orderPage.lineTotal' },
        ]}
      >
        {lines.map((line) => (
          <LineRow key={line.lineNumber} line={line} orderId={order.id} />
        ))}
      </Table>
      {approval.version > 1 && <p className={lists.quiet}>{t('approvals.asOrdered')}</p>}
      {approval.mayReduce && !isLowering && (
        <Button variant="default" className={styles.below ?? ''} onClick={() => setLowering(true)}>
          {t('approvals.lower')}
        </Button>
      )}
      {approval.mayReduce && isLowering && (
        <LowerForm approval={approval} lines={lines} onClose={() => setLowering(false)} />
      )}
    </Section>
  )
}

function LineRow({ line, orderId }: { readonly line: OrderLine; readonly orderId: string }) {
  const words = useWords()
  const { money, number } = words
  return (
    <tr>
      <th scope="row">
        {line.name}
        <span className={lists.quiet}> {line.sku}</span>
        <NegotiatedPrice price={line.negotiatedPrice} orderId={orderId} />
      </th>
      <td className={card.number}>
        {number(keptQuantity(line) || line.quantity)} {unitName(words, line.unit)}
      </td>
      <td>
        {bookingOf(words, line).map((text) => (
          <div key={text}>{text}</div>
        ))}
      </td>
      <td className={card.number}>{money(line.unitPrice)}</td>
      <td className={card.number}>{money(line.lineTotal)}</td>
    </tr>
  )
}

type FormProps = {
  readonly approval: Approval
  readonly lines: readonly OrderLine[]
  readonly onClose: () => void
}

function LowerForm({ approval, lines, onClose }: FormProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const lowering = useMutation({
    mutationFn: (form: FormData) =>
      lowerQuantities(approval, loweredIn(form, lines), String(form.get('reason')).trim()),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['approval', approval.id] })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    lowering.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className={`${parts.box} ${styles.below} ${fields.form}`} onSubmit={submit}>
      <p>{t('approvals.lowerHint')}</p>
      {lines.map((line) => (
        <Field key={line.lineNumber} label={t('approvals.quantityOf', { name: line.name })}>
          <input
            name={`line-${line.lineNumber}`}
            type="number"
            min={0}
            max={keptQuantity(line)}
            step="any"
            required
            defaultValue={keptQuantity(line)}
          />
        </Field>
      ))}
      <Field label={t('approvals.reason')}>
        <textarea name="reason" rows={2} maxLength={1_000} required />
      </Field>
      <div className={fields.buttons}>
        <Button type="submit" loading={lowering.isPending}>
          {t('approvals.lower')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('approvals.keep')}
        </Button>
      </div>
      <Refusal error={lowering.error} />
    </form>
  )
}

function loweredIn(form: FormData, lines: readonly OrderLine[]): LoweredLine[] {
  return lines.flatMap((line) => {
    const quantity = Number(form.get(`line-${line.lineNumber}`))
    return quantity < keptQuantity(line) ? [{ lineNumber: line.lineNumber, quantity }] : []
  })
}
