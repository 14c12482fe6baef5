import { useQuery } from '@tanstack/react-query'
import type { InvoiceDetails } from '../api-types.ts'
import card from '../components/card.module.css'
import styles from '../components/lists.module.css'
import { Mark } from '../components/mark.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useWords } from '../language/use-words.ts'
import { getInvoiceDetails } from './invoice-details-api.ts'
import { InvoiceDetailsForm } from './invoice-details-form.tsx'
import { detailWords, profiles } from './invoice-fields.ts'

/** The details of a company for the invoices that it sends and receives, with a form to change them. */
export function InvoiceDetailsSection({ companyId }: { readonly companyId: string }) {
  const { t } = useWords()
  const found = useQuery({
    queryKey: ['invoice-details', companyId],
    queryFn: ({ signal }) => getInvoiceDetails(companyId, signal),
    // A refetch would overwrite what somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return (
    <section aria-labelledby="invoice-details">
      <h2 id="invoice-details" className={card.heading}>
        {t('invoiceDetails.title')}
      </h2>
      <QueryView query={found}>
        {(details) => (
          <div className={card.card}>
            <div className={styles.form}>
              <Readiness details={details} />
            </div>
            <InvoiceDetailsForm details={details} />
          </div>
        )}
      </QueryView>
    </section>
  )
}

/** Shows which formats the company can send as a supplier. */
function Readiness({ details }: { readonly details: InvoiceDetails }) {
  const words = useWords()
  const { t, list } = words
  return (
    <ul className={styles.choices}>
      {details.asSupplier.map(({ profile, missing }) => (
        <li key={profile} className={styles.choice}>
          <Mark tone={missing.length === 0 ? 'good' : 'warning'} />
          {missing.length === 0
            ? t('invoiceDetails.canSend', { format: profiles[profile] })
            : t('invoiceDetails.cannotSend', {
                format: profiles[profile],
                details: list(missing.map((detail) => detailWords(words, detail))),
              })}
        </li>
      ))}
    </ul>
  )
}
