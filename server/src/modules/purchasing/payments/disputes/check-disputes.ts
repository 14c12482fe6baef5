import type { PaymentProvider } from '../cards/provider.ts'
import type { Deps } from '../deps.ts'
import { lockPayment } from '../payment-store.ts'
import { listOpenDisputes, type OpenDispute } from './dispute-store.ts'
import { askAboutDispute, findDisputed, noteDispute } from './note-dispute.ts'

const batchMax = 100

/**
 * A bank takes months to decide, and its event may be lost: the service asks about open disputes once a day. Asking
 * twice is harmless. A dispute that cannot be asked about waits until the next day.
 */
export async function checkDisputes(deps: Deps, signal?: AbortSignal): Promise<void> {
  let page: OpenDispute[] = []
  do {
    page = await listOpenDisputes(deps.database.pool, page.at(-1), batchMax)
    for (const { provider: name, reference } of page) {
      if (signal?.aborted) return
      const provider = deps.providers.find((one) => one.name === name)
      if (provider) await checkDispute(deps, provider, reference)
    }
  } while (page.length === batchMax)
}

async function checkDispute(
  deps: Deps,
  provider: PaymentProvider,
  reference: string,
): Promise<void> {
  try {
    const askedAt = deps.now()
    const reported = await askAboutDispute(deps, provider, reference)
    const disputed = reported && (await findDisputed(deps, provider, reported))
    if (!disputed) return
    await deps.database.transaction(async (tx) => {
      const payment = await lockPayment(tx, disputed.companyId, disputed.id)
      if (payment) await noteDispute(deps, tx, payment, reported, askedAt)
    })
  } catch (error) {
    deps.log.warn(
      { err: error, reference },
      'A dispute could not be checked. The next check is in a day.',
    )
  }
}
