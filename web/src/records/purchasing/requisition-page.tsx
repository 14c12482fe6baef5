import card from '../../components/card.module.css'
import { Facts } from '../../components/facts.tsx'
import type { Column } from '../../components/list.tsx'
import { ListView } from '../../components/list-view.tsx'
import lists from '../../components/lists.module.css'
import { OwnedRecord } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { RecordName } from '../record-name.tsx'
import { getRequisition, type Requisition } from './requisitions-api.ts'

/** One requisition: who asks for what, what buyers found, and what became of each line. */
export function RequisitionPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  return (
    <OwnedRecord
      recordId={recordId}
      title={t('requisitions.recordTitle', { id: recordId })}
      read={({ companyId }, signal) => getRequisition(companyId, recordId, signal)}
    >
      {(requisition) => (
        <>
          <RequisitionFacts requisition={requisition} />
          <Lines requisition={requisition} />
          <History requisition={requisition} />
        </>
      )}
    </OwnedRecord>
  )
}

type Props = { readonly requisition: Requisition }

function RequisitionFacts({ requisition }: Props) {
  const { t, day, instant } = useWords()
  const { number, title, state, requesterId, neededBy, shipTo, note, submittedAt } = requisition
  return (
    <Facts
      facts={[
        [t('requisitions.number'), number],
        [t('requisitions.subject'), title],
        [t('lists.column.state'), t(`requisitions.state.${state}`)],
        [t('approval.requester'), <RecordName key="requester" id={requesterId} />],
        [t('requisitions.neededBy'), neededBy && day(neededBy)],
        [t('records.order.shipTo'), shipTo && `${shipTo.postalCode} ${shipTo.city}`],
        [t('requisitions.submittedAt'), submittedAt && instant(submittedAt)],
        [t('requisitions.note'), note],
      ]}
    />
  )
}

const lineColumns = [
  { title: 'requisitions.what' },
  { title: 'requisitions.quantity', isNumber: true },
  { title: 'requisitions.estimate', isNumber: true },
  { title: 'requisitions.sourcing' },
  { title: 'lists.column.state' },
] as const satisfies readonly Column[]

function Lines({ requisition: { lines } }: Props) {
  const { t, number, money } = useWords()
  return (
    <ListView
      title="records.lines.title"
      items={lines}
      columns={lineColumns}
      row={({ id, what, productId, productName, quantity, estimate, sourcing, ...line }) => (
        <tr key={id}>
          <th scope="row" className={lists.words}>
            {what ?? productName}
            {productId !== undefined && <RecordId id={productId} />}
            <Files attachments={line.attachments} />
          </th>
          <td className={card.number}>{number(quantity)}</td>
          <td className={card.number}>{estimate && money(estimate)}</td>
          <td>
            {sourcing?.productId !== undefined && <RecordId id={sourcing.productId} />}
            {sourcing?.offerRequestId !== undefined && <RecordId id={sourcing.offerRequestId} />}
            {sourcing?.price && <div>{money(sourcing.price)}</div>}
            {sourcing?.note !== undefined && <div className={lists.words}>{sourcing.note}</div>}
            {sourcing && <Files attachments={sourcing.attachments} />}
          </td>
          <td>
            {t(`requisitions.line.${line.state}`)}
            {line.orderId !== undefined && (
              <div>
                <RecordId id={line.orderId} number={line.orderNumber} />
              </div>
            )}
          </td>
        </tr>
      )}
      none="requisitions.noLines"
    />
  )
}

type FilesProps = { readonly attachments: Requisition['lines'][number]['attachments'] }

/** Names and sizes: the page opens nothing that a company has uploaded. */
function Files({ attachments }: FilesProps) {
  const { t, number } = useWords()
  return attachments.map(({ id, name, mediaType, bytes }) => (
    <div key={id}>
      {t('requisitions.file', { name, mediaType, size: number(Math.ceil(bytes / 1000)) })}
    </div>
  ))
}

const historyColumns = [
  { title: 'lists.column.state' },
  { title: 'requisitions.at' },
  { title: 'requisitions.by' },
  { title: 'requisitions.comment' },
] as const satisfies readonly Column[]

function History({ requisition: { history } }: Props) {
  const { t, instant } = useWords()
  return (
    <ListView
      title="requisitions.history"
      items={history.map((entry, step) => ({ ...entry, step }))}
      columns={historyColumns}
      row={({ step, state, at, by, comment }) => (
        <tr key={step}>
          <th scope="row">{t(`requisitions.state.${state}`)}</th>
          <td>{instant(at)}</td>
          <td>{by === undefined ? t('requisitions.service') : <RecordName id={by} />}</td>
          <td className={lists.words}>{comment}</td>
        </tr>
      )}
      none="requisitions.noHistory"
    />
  )
}
