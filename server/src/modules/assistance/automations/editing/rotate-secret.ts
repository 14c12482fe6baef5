import type { Actor } from '#kernel/actor'
import { after, hoursMs } from '#kernel/time'
import { newSecret } from '#modules/webhooks'
import type { Deps } from '../deps.ts'
import { fail } from '../failures.ts'
import { auditAutomation } from './audit-automation.ts'
import { rotateSealedSecret } from './automation-store.ts'
import { getAutomation } from './change-automation.ts'
import type { AutomationWithSecret } from './create-automation.ts'
import { sealSecret } from './secrets.ts'

const rotationMs = hoursMs(24)

/** Both secrets sign for 24 hours. A second rotation in this time drops the oldest secret at once. */
export async function rotateSecret(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<AutomationWithSecret & { readonly previousUntil: Date }> {
  const now = deps.now()
  const { companyId } = actor
  const secret = newSecret()
  const sealedSecret = sealSecret(deps.seal, companyId, id, secret)
  const previousUntil = after(now, rotationMs)
  return deps.database.transaction(async (tx) => {
    const rotation = { sealedSecret, until: previousUntil, now }
    if (!(await rotateSealedSecret(tx, companyId, id, rotation))) {
      throw fail('automation_not_found', { automationId: id })
    }
    auditAutomation(tx, actor, 'secret_rotated', id, now)
    return { automation: await getAutomation(deps, companyId, id, tx), secret, previousUntil }
  })
}
