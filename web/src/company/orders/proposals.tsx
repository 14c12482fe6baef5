import { Button } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import type { Words } from '../../language/words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { nameOfLine } from './name-of-line.ts'
import {
  type AwaitedPayment,
  decide,
  listProposals,
  type Order,
  type Proposal,
  type ProposedLine,
} from './order-api.ts'
import styles from './orders.module.css'

/** What suppliers would rather deliver: the buyer accepts or refuses each line. */
export function Proposals({ order }: { readonly order: Order }) {
  const { t, instant } = useWords()
  const hasProposal = order.lines.some(({ proposalId }) => proposalId !== undefined)
  const { data: proposals = [], error } = useQuery({
    queryKey: ['order', order.id, 'proposals', order.updatedAt],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => listProposals(order.id, signal),
    enabled: hasProposal,
  })
  if (!hasProposal) return null
  return (
    <Section title={t('orderPage.proposals')}>
      <Refusal error={error} />
      {proposals.map((proposal) => (
        <div key={proposal.id} className={parts.box}>
          <p>{t('orderPage.decideUntil', { time: instant(proposal.lapsesAt) })}</p>
          {proposal.awaitsApproval && <p>{t('orderPage.awaitsApproval')}</p>}
          {proposal.note !== undefined && (
            <p>{t('orderPage.supplierWrites', { note: proposal.note })}</p>
          )}
          <ul>
            {proposal.lines
              .filter(({ state }) => state === 'PROPOSED')
              .map((line) => (
                <ProposedRow key={line.lineNumber} order={order} proposal={proposal} line={line} />
              ))}
          </ul>
        </div>
      ))}
    </Section>
  )
}

type RowProps = {
  readonly order: Order
  readonly proposal: Proposal
  readonly line: ProposedLine
}

function ProposedRow({ order, proposal, line }: RowProps) {
  const words = useWords()
  const { t } = words
  const queries = useQueryClient()
  const deciding = useMutation({
    mutationFn: (decision: 'accept' | 'refuse') => decide(decision, proposal, line.lineNumber),
    onSuccess: (payment) => {
      if (payment?.redirectUrl !== undefined) window.location.assign(payment.redirectUrl)
      // The bell counts the orders that wait for a decision or a payment.
      void queries.invalidateQueries({ queryKey: ['orders'] })
      return queries.invalidateQueries({ queryKey: ['order', order.id] })
    },
  })
  const awaited = proposal.awaitedPayments?.find(({ lineNumbers }) =>
    lineNumbers.includes(line.lineNumber),
  )
  const isApproved = proposal.approvedLines?.includes(line.lineNumber)
  const name = nameOfLine(order.lines, line.lineNumber)
  return (
    <li className={styles.proposed}>
      <span>
        <strong>{name}</strong>: {termsOf(words, line).join(', ')}
      </span>
      {awaited && <Awaited payment={awaited} />}
      {!awaited && isApproved && <span>{t('orderPage.approvedToPay')}</span>}
      <span className={parts.actions}>
        {!awaited && !proposal.awaitsApproval && (
          <Button
            size="compact-md"
            aria-label={t(isApproved ? 'orderPage.payOf' : 'orderPage.acceptOf', { name })}
            loading={deciding.isPending}
            onClick={() => deciding.mutate('accept')}
          >
            {t(isApproved ? 'orderPage.pay' : 'orderPage.accept')}
          </Button>
        )}
        <Button
          size="compact-md"
          variant="default"
          aria-label={t('orderPage.refuseOf', { name })}
          disabled={deciding.isPending}
          onClick={() => deciding.mutate('refuse')}
        >
          {t('orderPage.refuse')}
        </Button>
      </span>
      <Refusal error={deciding.error} />
    </li>
  )
}

/** A change counts when this is paid. */
export function Awaited({
  payment: { amount, redirectUrl, expiresAt = '' },
}: {
  readonly payment: AwaitedPayment
}) {
  const { t, money, instant } = useWords()
  const values = { amount: money(amount), time: instant(expiresAt) }
  return (
    <span>
      {t('orderPage.awaitsPayment', values)}{' '}
      {redirectUrl !== undefined && <a href={redirectUrl}>{t('orderPage.payNow')}</a>}
    </span>
  )
}

/** What would be different, in words. */
function termsOf({ t, number, money, day }: Words, { status, before, after, note }: ProposedLine) {
  const { quantity, unitPrice, promisedDate, substitute } = after
  return [
    ...(status === 'BACKORDERED' ? [t('orderPage.terms.backordered')] : []),
    ...(substitute
      ? [t('orderPage.terms.substitute', { name: substitute.name, sku: substitute.sku })]
      : []),
    ...(quantity === before.quantity
      ? []
      : [
          t('orderPage.terms.quantity', {
            count: number(quantity),
            before: number(before.quantity),
          }),
        ]),
    ...(unitPrice && unitPrice.amount !== before.unitPrice?.amount
      ? [
          before.unitPrice
            ? t('orderPage.terms.price', {
                price: money(unitPrice),
                before: money(before.unitPrice),
              })
            : t('orderPage.terms.newPrice', { price: money(unitPrice) }),
        ]
      : []),
    ...(promisedDate !== undefined && promisedDate !== before.promisedDate
      ? [t('orderPage.terms.day', { day: day(promisedDate) })]
      : []),
    ...(note === undefined ? [] : [note]),
  ]
}
