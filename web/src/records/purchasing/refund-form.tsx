import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order, RefundRequest } from '../../api-types.ts'
import { useWords } from '../../language/use-words.ts'
import { DecisionForm } from '../../lists/decision.tsx'
import { Chevron } from '../../lists/filter.tsx'
import { isStepUpRequired, StepUp } from '../../sign-in/step-up.tsx'
import { useNames } from '../names-api.ts'
import { RecordId } from '../record-id.tsx'
import { refundPayment } from '../records-api.ts'

type Props = {
  readonly order: Order
  readonly paymentId: string
  readonly onLeave: () => void
}

type Missing = 'amount' | 'reason'

/** Refunds an amount for a line or for the part of a supplier: the supplier's credit note needs to know which. */
export function RefundForm({ order, paymentId, onLeave }: Props) {
  const { t } = useWords()
  const [subject, setSubject] = useState(`line ${order.lines[0]?.lineNumber ?? 1}`)
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState<Missing>()
  const refunding = useRefund(order, paymentId, onLeave)
  const refund = () => {
    const problem = problemOf(amount, reason)
    setMissing(problem)
    if (!problem) refunding.mutate(requestOf(order, { subject, amount, reason }))
  }
  const mustStepUp = isStepUpRequired(refunding.error)
  return (
    <>
      <DecisionForm
        act={t('records.refund.act')}
        deciding={{ isPending: refunding.isPending, error: mustStepUp ? null : refunding.error }}
        onDecide={refund}
        onLeave={onLeave}
      >
        <p>{t('records.refund.effect')}</p>
        {order.paymentState === 'UNPAID' && (
          <p>
            {t('records.refund.unpaid')}
            <RecordId id={paymentId} />
          </p>
        )}
        <NativeSelect
          label={t('records.refund.subject')}
          data={useSubjects(order)}
          value={subject}
          rightSection={<Chevron />}
          rightSectionPointerEvents="none"
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <TextInput
          label={t('records.refund.amount', { currency: order.total.currency })}
          value={amount}
          error={missing === 'amount' && t('records.refund.amountMissing')}
          onChange={(event) => setAmount(event.currentTarget.value)}
          inputMode="decimal"
          autoFocus
          required
        />
        <TextInput
          label={t('records.actions.reason')}
          value={reason}
          error={missing === 'reason' && t('records.actions.sayWhy')}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={500}
          required
        />
      </DecisionForm>
      {mustStepUp && <StepUp why="signIn.stepUp.money" onDone={refund} />}
    </>
  )
}

function useRefund(order: Order, paymentId: string, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: RefundRequest) => refundPayment(paymentId, request),
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['order', order.id] }),
        queries.invalidateQueries({ queryKey: ['payment', paymentId] }),
      ])
      onDone()
    },
  })
}

/** The lines, and the suppliers of the order. */
function useSubjects({ lines }: Order) {
  const { t } = useWords()
  const suppliers = [...new Set(lines.map(({ supplierId }) => supplierId))]
  const names = useNames(suppliers)
  return [
    ...lines.map(({ lineNumber, name }) => ({
      value: `line ${lineNumber}`,
      label: t('records.refund.line', { number: lineNumber, name }),
    })),
    ...suppliers.map((id) => ({
      value: `supplier ${id}`,
      label: t('records.refund.supplier', { name: names.get(id) ?? id }),
    })),
  ]
}

type Entered = { readonly subject: string; readonly amount: string; readonly reason: string }

function requestOf({ total }: Order, { subject, amount, reason }: Entered): RefundRequest {
  const [kind, id = ''] = subject.split(' ')
  return {
    amount: { amount: decimalOf(amount), currency: total.currency },
    reason,
    for: kind === 'line' ? { lineNumber: Number(id) } : { supplierId: id },
  }
}

function problemOf(amount: string, reason: string): Missing | undefined {
  if (!/^\d+(\.\d+)?$/.test(decimalOf(amount))) return 'amount'
  return reason.trim() === '' ? 'reason' : undefined
}

/** Accepts a decimal comma. */
function decimalOf(typed: string): string {
  return typed.trim().replace(',', '.')
}
