import { Fragment } from 'react'
import { waiveCreditNote } from '../../api.ts'
import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import card from '../../components/card.module.css'
import { Facts } from '../../components/facts.tsx'
import type { Column } from '../../components/list.tsx'
import { ListView } from '../../components/list-view.tsx'
import lists from '../../components/lists.module.css'
import { OwnedRecord } from '../../components/record.tsx'
import { type Language, languages } from '../../language/languages.ts'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { Timeline } from '../timeline.tsx'
import { documentAddress, getInvoice, type Invoice } from './invoices-api.ts'

/** One invoice or credit note: its state, its amounts and lines, and its documents. */
export function InvoicePage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  return (
    <OwnedRecord
      recordId={recordId}
      title={t('invoice.title', { id: recordId })}
      read={({ companyId }, signal) => getInvoice(companyId, recordId, signal)}
    >
      {(invoice) => (
        <>
          <InvoiceFacts invoice={invoice} />
          <InvoiceActions invoice={invoice} />
          <Lines invoice={invoice} />
          <History invoice={invoice} />
        </>
      )}
    </OwnedRecord>
  )
}

type Props = { readonly invoice: Invoice }

function InvoiceFacts({ invoice }: Props) {
  const { t, money, day, list } = useWords()
  const {
    kind,
    state,
    number,
    orderId,
    orderNumber,
    seller,
    buyer,
    missing,
    issuedOn,
    dueOn,
    precedes,
  } = invoice
  return (
    <Facts
      facts={[
        [t('invoice.kind'), t(`invoice.kind.${kind}`)],
        [t('invoice.number'), number],
        [t('lists.column.state'), t(`invoice.state.${state}`)],
        [t('invoice.missing'), missing && list(missing)],
        [t('lists.column.order'), <RecordId key="order" id={orderId} number={orderNumber} />],
        [
          t('records.lines.supplier'),
          <>
            {seller.name}
            <RecordId id={invoice.supplierId} />
          </>,
        ],
        [
          t('invoice.buyer'),
          <>
            {buyer.name}
            <RecordId id={invoice.buyerId} />
          </>,
        ],
        [t('records.order.poNumber'), invoice.poNumber],
        [t('invoice.precedes'), precedes.length > 0 && list(precedes.map((each) => each.number))],
        [t('find.invoices.issued'), issuedOn && day(issuedOn)],
        [t('records.payment.dueOn'), dueOn && day(dueOn)],
        [t('invoice.net'), money(invoice.net)],
        [t('invoice.tax'), money(invoice.tax)],
        [t('find.orders.total'), money(invoice.total)],
        [
          t('invoice.documents'),
          state === 'ISSUED' && (
            <>
              <a href={documentAddress(invoice, 'pdf')}>{t('invoice.pdf')}</a>{' '}
              <a href={documentAddress(invoice, 'ubl')}>{t('invoice.ubl')}</a>
            </>
          ),
        ],
        [t('invoice.translations'), state === 'ISSUED' && <Translations invoice={invoice} />],
      ]}
    />
  )
}

/** The same document in the other languages. Only the original is the legal one. */
function Translations({ invoice }: Props) {
  const { language: own } = invoice
  const others = (Object.keys(languages) as Language[]).filter((each) => each !== own)
  return others.map((each) => (
    <Fragment key={each}>
      <a href={documentAddress(invoice, 'pdf', each)} hrefLang={each} lang={each}>
        {languages[each]}
      </a>{' '}
    </Fragment>
  ))
}

function InvoiceActions({ invoice: { id, kind, state } }: Props) {
  const { t } = useWords()
  if (state !== 'WAITING') return null
  return (
    <Actions>
      <p>{t('invoice.waits')}</p>
      {kind === 'CREDIT_NOTE' && (
        <Action
          ask={t('invoice.waive')}
          label={t('invoice.waiveOf', { id })}
          act={t('orders.waive.act')}
          fields={[
            { name: 'note', label: 'orders.waive.why', missing: 'lists.sayWhy', maxLength: 1_000 },
          ]}
          run={({ note = '' }) => waiveCreditNote(id, note)}
        />
      )}
    </Actions>
  )
}

const columns = [
  { title: 'records.lines.product' },
  { title: 'invoice.quantity', isNumber: true },
  { title: 'invoice.unitPrice', isNumber: true },
  { title: 'invoice.net', isNumber: true },
] as const satisfies readonly Column[]

type Row = Pick<Invoice['lines'][number], 'name' | 'net'> &
  Partial<Pick<Invoice['lines'][number], 'sku' | 'quantity' | 'unitPrice'>>

function Lines({ invoice: { lines, charges } }: Props) {
  const { number, money } = useWords()
  const rows: Row[] = [...lines, ...charges.map(({ name, amount }) => ({ name, net: amount }))]
  return (
    <ListView
      title="records.lines.title"
      items={rows.map((row, at) => ({ ...row, at }))}
      columns={columns}
      row={({ at, name, sku, quantity, unitPrice, net }) => (
        <tr key={at}>
          <th scope="row">
            {name}
            {sku !== undefined && <span className={lists.quiet}> {sku}</span>}
          </th>
          <td className={card.number}>{quantity !== undefined && number(quantity)}</td>
          <td className={card.number}>{unitPrice && money(unitPrice)}</td>
          <td className={card.number}>{money(net)}</td>
        </tr>
      )}
      none="records.lines.none"
    />
  )
}

function History({ invoice: { createdAt, issuedOn, state } }: Props) {
  const { t } = useWords()
  return (
    <Timeline
      entries={[
        { at: createdAt, text: t('invoice.timeline.created') },
        ...(issuedOn && state === 'ISSUED'
          ? [{ at: issuedOn, text: t('invoice.state.ISSUED') }]
          : []),
      ]}
    />
  )
}
