import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../components/query-view.tsx'
import { CompanyPart } from '../frame/company-part.tsx'
import { isAdministrator, mayChangeProducts } from '../rights.ts'
import { useMe } from '../use-me.ts'
import { CompanyCalendar } from './company-calendar.tsx'
import { CompanyFacts } from './company-facts.tsx'
import { readCompany } from './details-api.ts'
import { MinimumOrderSection } from './minimum-order.tsx'
import { NumberSeriesTable } from './number-series.tsx'
import { OrderTolerances } from './order-tolerances.tsx'

/** Who the company is, and what it decides about its orders, its days and its numbers. */
export function DetailsPage() {
  const { data: me } = useMe()
  const mayChange = me !== undefined && isAdministrator(me)
  const company = useQuery({
    queryKey: ['company'],
    queryFn: ({ signal }) => readCompany(signal),
  })
  return (
    <CompanyPart part="details">
      <QueryView query={company}>
        {(found) => <CompanyFacts company={found} mayChange={mayChange} />}
      </QueryView>
      <CompanyCalendar mayChange={mayChange} />
      <OrderTolerances mayChange={mayChange} />
      {me && mayChangeProducts(me) && <MinimumOrderSection currency={me.company.currency} />}
      <NumberSeriesTable mayChange={mayChange} />
    </CompanyPart>
  )
}
