import type { ChangeRequest } from '@purveyor/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { Ask } from '../fields/ask.tsx'
import parts from '../parts.module.css'
import { maySource } from '../rights.ts'
import { useMe } from '../use-me.ts'
import { changeableLines } from './changeable-lines.ts'
import { nameOfLine } from './name-of-line.ts'
import { listChangeRequests, type Order, withdrawChange } from './order-api.ts'
import { PayChange } from './pay-change.tsx'
import { RequestChange } from './request-change.tsx'
import { wishesOf } from './wishes-of.ts'

/** What the buyer requests of the suppliers: each request with its state, and forms for more. */
export function ChangeRequests({ order }: { readonly order: Order }) {
  const { t } = useWords()
  const { data: me } = useMe()
  const mayChange = me !== undefined && maySource(me)
  const { data: requests = [], error } = useQuery({
    queryKey: ['order', order.id, 'changes', order.updatedAt],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => listChangeRequests(order.id, signal),
    enabled: mayChange,
  })
  const changeable = changeableLines(order)
  if (!mayChange || (requests.length === 0 && changeable.length === 0)) return null
  return (
    <Section title={t('orderChanges.title')}>
      <Refusal error={error} />
      {requests.length > 0 && (
        <ul className={parts.box}>
          {requests.map((request) => (
            <RequestRow key={request.id} order={order} request={request} />
          ))}
        </ul>
      )}
      <RequestChange order={order} lines={changeable} />
    </Section>
  )
}

type RowProps = { readonly order: Order; readonly request: ChangeRequest }

function RequestRow({ order, request }: RowProps) {
  const words = useWords()
  const { t, instant, list } = words
  const { state, reason, lines, requestedAt, lapsesAt, decisionNote } = request
  const { awaitsApproval, awaitsPayment } = request
  const isOpen = state === 'OPEN'
  return (
    <li>
      <div>
        <p>
          <strong>
            {t(awaitsPayment ? 'orderChanges.waitsForPayment' : `orderChanges.state.${state}`)}
          </strong>{' '}
          <time dateTime={requestedAt}>{instant(requestedAt)}</time>
        </p>
        {lines.map((line) => (
          <p key={line.lineNumber}>
            {nameOfLine(order.lines, line.lineNumber)}: {list(wishesOf(words, line))}
          </p>
        ))}
        <p>{t('orderChanges.reasonWas', { reason })}</p>
        {decisionNote !== undefined && (
          <p>{t('orderPage.supplierWrites', { note: decisionNote })}</p>
        )}
        {isOpen && !awaitsApproval && !awaitsPayment && (
          <p>{t('orderChanges.until', { time: instant(lapsesAt) })}</p>
        )}
        {awaitsApproval && <p>{t('orderChanges.awaitsApproval')}</p>}
        <PayChange request={request} />
      </div>
      {isOpen && (
        <Ask
          ask={t('orderChanges.withdraw')}
          act={t('orderChanges.withdraw')}
          effect={t('orderChanges.withdrawEffect')}
          done={t('orderChanges.withdrawn')}
          run={() => withdrawChange(request)}
        />
      )}
    </li>
  )
}
