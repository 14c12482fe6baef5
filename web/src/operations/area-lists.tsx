import { lazyRouteComponent } from '@tanstack/react-router'
import type { Surface } from '../api-types.ts'
import { Alerts } from '../work/alerts.tsx'
import { GivenUpJobs } from '../work/given-up-jobs.tsx'
import { HeldRates } from '../work/held-rates.tsx'
import { Incidents } from '../work/incidents.tsx'
import { PoisonRecords } from '../work/poison-records.tsx'
import { SetAsideEvents } from '../work/set-aside-events.tsx'
import { Webhooks } from '../work/webhooks.tsx'
import type { Area } from './areas.ts'

// Files of their own, which the routes load before the page is shown.
export const OrderLists = lazyRouteComponent(
  () => import('../orders/order-lists.tsx'),
  'OrderLists',
)
export const AutomationLists = lazyRouteComponent(
  () => import('../automations/automation-lists.tsx'),
  'AutomationLists',
)

type Props = { readonly area: Area; readonly surface: Surface; readonly now: number }

/** The records behind the numbers of an area, and the decisions about them. */
export function AreaLists({ area, surface, now }: Props) {
  switch (area.lists) {
    case 'orders':
      return <OrderLists now={now} />
    case 'automations':
      return <AutomationLists surface={surface} now={now} />
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
