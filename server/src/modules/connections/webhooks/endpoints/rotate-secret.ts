import type { Actor } from '#kernel/actor'
import { after } from '#kernel/time'
import type { Deps } from '../deps.ts'
import { fail } from '../failures.ts'
import { newSecret } from '../receivers/signature.ts'
import { auditEndpoint } from './audit-endpoint.ts'
import type { EndpointWithSecret } from './create-endpoint.ts'
import { rotationMs } from './endpoint.ts'
import { getEndpoint, rotateSealedSecret } from './endpoint-store.ts'
import { sealSecret } from './secrets.ts'

/** Both secrets sign for 24 hours. A second rotation in this time drops the oldest secret at once. */
export async function rotateSecret(
  deps: Deps,
  actor: Actor,
  endpointId: string,
): Promise<EndpointWithSecret> {
  const now = deps.now()
  const { companyId } = actor
  const secret = newSecret()
  const sealedSecret = sealSecret(deps.seal, companyId, endpointId, secret)
  const rotation = { sealedSecret, until: after(now, rotationMs), now }
  return deps.database.transaction(async (tx) => {
    if (!(await rotateSealedSecret(tx, companyId, endpointId, rotation))) {
      throw fail('endpoint_not_found', { endpointId })
    }
    auditEndpoint(tx, actor, 'secret_rotated', endpointId, now)
    return { endpoint: await getEndpoint(tx, companyId, endpointId), secret }
  })
}
