import type { OrderLine } from '#modules/orders'
import type { Products } from '#modules/products'
import type { Tx } from '#platform/db'
import { dayAfterWorkingDays } from '#platform/working-time'
import type { CheckoutDeps } from '../deps.ts'

type Shortage = Awaited<ReturnType<Products['reserve']>>[number]

/** The lines of these products wait for stock, each with the day that its supplier promises: after so many of its working days. */
export async function promiseBackorders(
  { workingTimeOf }: Pick<CheckoutDeps, 'workingTimeOf'>,
  tx: Tx,
  lines: readonly OrderLine[],
  shortages: readonly Shortage[],
  now: Date,
): Promise<OrderLine[]> {
  const days = new Map(
    shortages.flatMap(({ productId, backorder }) =>
      backorder ? [[productId, backorder.leadTimeDays] as const] : [],
    ),
  )
  const promised: OrderLine[] = []
  for (const line of lines) {
    const leadTimeDays = days.get(line.productId)
    if (leadTimeDays === undefined) promised.push(line)
    else {
      const time = await workingTimeOf(tx, line.supplierCompanyId)
      const promisedDate = dayAfterWorkingDays(time, now, leadTimeDays)
      promised.push({ ...line, backorder: { promisedDate } })
    }
  }
  return promised
}
