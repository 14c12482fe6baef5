import { retryCredit } from '../../api.ts'
import type { Order, OrderCredit, OrderLine } from '../../api-types.ts'
import { Action } from '../../components/action.tsx'
import card from '../../components/card.module.css'
import type { Column } from '../../components/list.tsx'
import { ListView } from '../../components/list-view.tsx'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import type { Words } from '../../language/words.ts'
import { PartId } from '../part-id.tsx'
import { RecordId } from '../record-id.tsx'
import { RecordName } from '../record-name.tsx'
import { Timeline } from '../timeline.tsx'
import { SettleCredit } from './settle-credit.tsx'

const lineColumns = [
  { title: 'records.lines.product' },
  { title: 'records.lines.supplier' },
  { title: 'records.lines.ordered', isNumber: true },
  { title: 'records.lines.progress' },
  { title: 'records.lines.total', isNumber: true },
] as const satisfies readonly Column[]

export function Lines({ lines }: { readonly lines: readonly OrderLine[] }) {
  return (
    <ListView
      title="records.lines.title"
      items={lines}
      columns={lineColumns}
      row={(line) => <LineRow key={line.lineNumber} line={line} />}
      none="records.lines.none"
    />
  )
}

function LineRow({ line }: { readonly line: OrderLine }) {
  const { t, money, number, instant, day } = useWords()
  const progress = (
    [
      ['shipped', line.shippedQuantity],
      ['delivered', line.deliveredQuantity],
      ['cancelled', line.cancelledQuantity],
      ['missing', line.missingQuantity],
      ['returned', line.returnedQuantity],
    ] as const
  ).filter(([, pieces]) => pieces > 0)
  return (
    <tr>
      <th scope="row">
        {line.lineNumber}. {line.name}
        <span className={lists.quiet}> {line.sku}</span>
        <RecordId id={line.productId} />
        {line.negotiatedPrice && (
          <div className={lists.quiet}>
            {t('records.lines.negotiatedPrice', { note: line.negotiatedPrice.note })}
          </div>
        )}
      </th>
      <td>
        <RecordName id={line.supplierId} />
        {line.confirmedAt === undefined
          ? t('records.lines.notConfirmed')
          : t('records.lines.confirmed', { time: instant(line.confirmedAt) })}
        {line.promisedDate !== undefined && (
          <div>{t('records.lines.promised', { day: day(line.promisedDate) })}</div>
        )}
        {line.backorderedAt !== undefined && (
          <div>{t('records.lines.backordered', { time: instant(line.backorderedAt) })}</div>
        )}
        {line.waitingQuantity !== undefined && (
          <div>{t('records.lines.waiting', { pieces: line.waitingQuantity })}</div>
        )}
        {line.proposalId !== undefined && <div>{t('records.lines.proposed')}</div>}
        {line.changeRequestId !== undefined && <div>{t('records.lines.changeRequested')}</div>}
      </td>
      <td className={card.number}>{number(line.quantity)}</td>
      <td>
        {progress.length === 0
          ? t('records.lines.nothingYet')
          : progress.map(([name, pieces]) => (
              <div key={name}>{t(`records.lines.pieces.${name}`, { pieces })}</div>
            ))}
      </td>
      <td className={card.number}>{money(line.lineTotal)}</td>
    </tr>
  )
}

type Shipment = Order['shipments'][number]

const shipmentColumns = [
  { title: 'records.shipments.shipment' },
  { title: 'records.shipments.carrier' },
  { title: 'records.shipments.shippedAt' },
  { title: 'records.shipments.deliveredAt' },
  { title: 'records.shipments.pieces', isNumber: true },
] as const satisfies readonly Column[]

export function Shipments({ shipments }: { readonly shipments: readonly Shipment[] }) {
  const { t, instant, number } = useWords()
  return (
    <ListView
      title="records.shipments.title"
      items={shipments}
      columns={shipmentColumns}
      row={(shipment) => (
        <tr key={shipment.id}>
          <th scope="row">
            <PartId id={shipment.id} />
          </th>
          <td>
            {shipment.carrier}
            {shipment.trackingNumber !== undefined && (
              <span className={lists.id}>{shipment.trackingNumber}</span>
            )}
          </td>
          <td>{instant(shipment.shippedAt)}</td>
          <td>
            {shipment.deliveredAt === undefined
              ? t('records.shipments.onTheWay')
              : instant(shipment.deliveredAt)}
          </td>
          <td className={card.number}>
            {number(shipment.lines.reduce((pieces, { quantity }) => pieces + quantity, 0))}
          </td>
        </tr>
      )}
      none="records.shipments.none"
    />
  )
}

const creditColumns = [
  { title: 'records.credits.reason' },
  { title: 'lists.column.state' },
  { title: 'records.credits.created' },
  { title: 'lists.column.amount', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

type CreditsProps = { readonly orderId: string; readonly credits: readonly OrderCredit[] }

export function Credits({ orderId, credits }: CreditsProps) {
  const { t, instant, money } = useWords()
  return (
    <ListView
      title="records.credits.title"
      items={credits}
      columns={creditColumns}
      row={(credit) => (
        <tr key={credit.id}>
          <th scope="row">
            {t(`records.credits.kind.${credit.kind}`)}
            <PartId id={credit.id} />
          </th>
          <td>{t(`records.credits.state.${credit.state}`)}</td>
          <td>{instant(credit.createdAt)}</td>
          <td className={card.number}>{money(credit.amount)}</td>
          <td>
            {credit.state === 'REFUSED' && (
              <>
                <Action
                  ask={t('orders.stuck.tryAgain')}
                  label={t('orders.stuck.tryAgainOf', { id: orderId })}
                  act={t('orders.stuck.retryRefund')}
                  run={() => retryCredit(orderId, credit.id)}
                />
                <SettleCredit orderId={orderId} creditId={credit.id} />
              </>
            )}
          </td>
        </tr>
      )}
      none="records.credits.none"
    />
  )
}

export function OrderTimeline({ entries }: { readonly entries: Order['timeline'] }) {
  const words = useWords()
  return (
    <Timeline
      entries={entries.map(({ kind, happenedAt, details }) => ({
        at: happenedAt,
        text: (
          <>
            {stepOf(words, kind)}
            <NoteOf details={details} />
          </>
        ),
      }))}
    />
  )
}

/** A step whose kind is newer than these pages has its own name. */
export function stepOf({ t, find }: Words, kind: string): string {
  const state = kind.startsWith('PAYMENT_') ? find(`find.payment.${kind.slice(8)}`) : undefined
  if (state !== undefined) return t('records.timeline.payment', { state })
  return find(`records.timeline.${kind}`) ?? kind
}

/** The comment that somebody wrote. */
function NoteOf({ details }: { readonly details: Order['timeline'][number]['details'] }) {
  const note = details.comment
  return typeof note === 'string' ? <span className={lists.quiet}> {note}</span> : null
}
