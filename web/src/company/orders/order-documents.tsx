import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { QueryView } from '../../components/query-view.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import parts from '../parts.module.css'
import { type InvoiceSide, listInvoices, type Order } from './order-api.ts'
import styles from './orders.module.css'

type Props = {
  readonly order: Pick<Order, 'id' | 'state' | 'purchaseOrders' | 'updatedAt'>
  /** Whether the company has received or issued the invoices. */
  readonly side: InvoiceSide
}

/** The purchase orders of its suppliers, and its invoices and credit notes. */
export function OrderDocuments({ order, side }: Props) {
  const { t, money } = useWords()
  const invoices = useQuery({
    queryKey: ['order', order.id, 'invoices', order.updatedAt],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => listInvoices(order.id, side, signal),
  })
  const isOrdered = order.state !== 'PENDING_APPROVAL' && order.state !== 'REJECTED'
  return (
    <Section title={t('orderPage.documents')}>
      <ul className={parts.box}>
        {isOrdered &&
          order.purchaseOrders.map(({ number, pdfUrl, ublUrl }) => (
            <li key={number}>
              <span>{t('orderPage.purchaseOrder', { number })}</span>
              <Files pdf={pdfUrl} ubl={ublUrl} />
            </li>
          ))}
        <QueryView query={invoices}>
          {(issued) =>
            issued.map(({ id, kind, number = id, total }) => (
              <li key={id}>
                <span>
                  {t(`orderPage.kind.${kind}`, {
                    number,
                    total: total ? money(total) : '',
                  })}
                </span>
                <Files pdf={`/api/v1/invoices/${id}/pdf`} ubl={`/api/v1/invoices/${id}/ubl`} />
              </li>
            ))
          }
        </QueryView>
      </ul>
    </Section>
  )
}

function Files({ pdf, ubl }: { readonly pdf: string; readonly ubl: string }) {
  const { t } = useWords()
  return (
    <span className={styles.files}>
      <a href={`/account/api${pdf}`}>{t('orderPage.pdf')}</a>
      <a href={`/account/api${ubl}`}>{t('orderPage.ubl')}</a>
    </span>
  )
}
