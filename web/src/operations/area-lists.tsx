import type { Surface } from '../api-types.ts'
import { DeadLetters } from '../automations/dead-letters.tsx'
import { Fallback } from '../automations/fallback.tsx'
import { KillSwitch } from '../automations/kill-switch.tsx'
import { Rules } from '../automations/rules.tsx'
import { Runs } from '../automations/runs.tsx'
import { Checkouts } from '../orders/checkouts.tsx'
import { FailingPdfs } from '../orders/failing-pdfs.tsx'
import { NotPlaced } from '../orders/not-placed.tsx'
import { Overdue } from '../orders/overdue.tsx'
import { Refunds } from '../orders/refunds.tsx'
import { StuckOrders } from '../orders/stuck-orders.tsx'
import { WaitingInvoices } from '../orders/waiting-invoices.tsx'
import { Alerts } from '../work/alerts.tsx'
import { GivenUpJobs } from '../work/given-up-jobs.tsx'
import { HeldRates } from '../work/held-rates.tsx'
import { Incidents } from '../work/incidents.tsx'
import { PoisonRecords } from '../work/poison-records.tsx'
import { SetAsideEvents } from '../work/set-aside-events.tsx'
import { Webhooks } from '../work/webhooks.tsx'
import type { Area } from './areas.ts'

type Props = { readonly area: Area; readonly surface: Surface; readonly now: number }

/** The records behind the numbers of an area, and the decisions about them. */
export function AreaLists({ area, surface, now }: Props) {
  switch (area.lists) {
    case 'orders':
      return (
        <>
          <Checkouts now={now} />
          <StuckOrders now={now} />
          <Refunds now={now} />
          <NotPlaced now={now} />
          <WaitingInvoices now={now} />
          <FailingPdfs now={now} />
          <Overdue />
        </>
      )
    case 'automations':
      return (
        <>
          <KillSwitch now={now} />
          <DeadLetters now={now} />
          <Fallback surface={surface} />
          <Rules now={now} />
          <Runs now={now} />
        </>
      )
    case 'operations':
      return (
        <>
          <Incidents now={now} />
          <Alerts now={now} />
          <GivenUpJobs now={now} />
          <SetAsideEvents now={now} />
          <PoisonRecords now={now} />
          <HeldRates now={now} />
          <Webhooks now={now} />
        </>
      )
  }
}
