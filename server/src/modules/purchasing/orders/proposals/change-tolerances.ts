import type { Actor } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import { type Database, oneAfterTheOther } from '#platform/db'
import { putTolerances, readTolerances } from './tolerance-store.ts'
import { type Tolerances, viewTolerances } from './tolerances.ts'

type Deps = { readonly database: Database; readonly now: Clock }

/** Absent fields do not change. Proposals that wait keep their time. */
export async function changeTolerances(
  { database, now: clock }: Deps,
  actor: Actor,
  change: { readonly [Field in keyof Tolerances]?: Tolerances[Field] | undefined },
): Promise<Tolerances> {
  const now = clock()
  const { companyId } = actor
  return database.transaction(async (tx) => {
    await oneAfterTheOther(tx, `order tolerances ${companyId}`)
    const before = await readTolerances(tx, companyId)
    const after: Tolerances = {
      higherPricePercent: change.higherPricePercent ?? before.higherPricePercent,
      higherPriceAmount: change.higherPriceAmount ?? before.higherPriceAmount,
      daysLater: change.daysLater ?? before.daysLater,
      fewerPieces: change.fewerPieces ?? before.fewerPieces,
      lapseWorkingDays: change.lapseWorkingDays ?? before.lapseWorkingDays,
    }
    await putTolerances(tx, companyId, after, now)
    const stored = await readTolerances(tx, companyId)
    recordAudit(tx, {
      companyId,
      actor,
      action: 'orders.tolerances_changed',
      target: { type: 'company', id: companyId },
      outcome: 'done',
      details: detailsOf(stored),
      now,
    })
    return stored
  })
}

function detailsOf(tolerances: Tolerances) {
  const { higherPriceAmount: most, ...others } = viewTolerances(tolerances)
  return { ...others, ...(most && { higherPriceAmount: `${most.amount} ${most.currency}` }) }
}
