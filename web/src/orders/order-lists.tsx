import { FoundOrders } from '../find/found-orders.tsx'
import { AwaitedPayments } from './awaited-payments.tsx'
import { Backorders } from './backorders.tsx'
import { ChangeRequests } from './change-requests.tsx'
import { Checkouts } from './checkouts.tsx'
import { ContractQuotas } from './contract-quotas.tsx'
import { FailingPdfs } from './failing-pdfs.tsx'
import { FailingPurchaseOrders } from './failing-purchase-orders.tsx'
import { NotPlaced } from './not-placed.tsx'
import { Overdue } from './overdue.tsx'
import { Proposals } from './proposals.tsx'
import { Refunds } from './refunds.tsx'
import { StandingOrders } from './standing-orders.tsx'
import { StuckOrders } from './stuck-orders.tsx'
import { WaitingInvoices } from './waiting-invoices.tsx'

/** The lists of the page Orders. */
export function OrderLists({ now }: { readonly now: number }) {
  return (
    <>
      <Checkouts now={now} />
      <StuckOrders now={now} />
      <Refunds now={now} />
      <NotPlaced now={now} />
      <Proposals now={now} />
      <ChangeRequests now={now} />
      <AwaitedPayments now={now} />
      <Backorders now={now} />
      <StandingOrders />
      <ContractQuotas />
      <WaitingInvoices now={now} />
      <FailingPdfs now={now} />
      <FailingPurchaseOrders now={now} />
      <Overdue />
      <FoundOrders title="find.orders.titleOfAll" query={{}} none="find.orders.noneOfAll" />
    </>
  )
}
