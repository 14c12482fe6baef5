import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { nearestTo } from '#kernel/slips'
import type { IdempotencyClaim } from '#platform/idempotency'
import { claimKey } from '#platform/idempotency'
import type { Deps } from '../deps.ts'
import { patternsFor, unknownPatterns } from '../event-kinds.ts'
import { fail } from '../failures.ts'
import { newSecret } from '../receivers/signature.ts'
import { auditEndpoint, hostOf } from './audit-endpoint.ts'
import { checkEndpointUrl } from './check-url.ts'
import { type Endpoint, endpointsMax, nameMax } from './endpoint.ts'
import { findEndpoint, findSealedSecret, getEndpoint, insertEndpoint } from './endpoint-store.ts'
import { openSecret, sealSecret, sealSigningKey } from './secrets.ts'

export type CreateEndpointInput = {
  /** Default: the host of the address. */
  readonly name?: string
  readonly url?: string
  /** Default: all events. */
  readonly events?: readonly string[]
  readonly maxPerSecond?: number
  readonly payload?: 'full' | 'thin'
  readonly ordered?: boolean
  /** Signs with a key pair in addition to the secret. */
  readonly ed25519?: boolean
  readonly idempotency: IdempotencyClaim | undefined
}

/** The secret is in the clear here, for the one answer that shows it. */
export type EndpointWithSecret = { readonly endpoint: Endpoint; readonly secret: string }

const everything = ['*']

export async function createEndpoint(
  deps: Deps,
  actor: Actor,
  input: CreateEndpointInput,
): Promise<EndpointWithSecret> {
  const { url, maxPerSecond, ed25519, idempotency } = input
  const { events = everything, payload = 'full', ordered = false } = input
  if (url === undefined) throw fail('url_missing')
  assertKindsKnown(deps, events)
  await checkEndpointUrl(deps.checkUrl, url)
  const { name = hostOf(url).slice(0, nameMax) } = input

  const now = deps.now()
  const { companyId } = actor
  const id = newId('whk', now)
  const secret = newSecret()
  return deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, idempotency, id, now)
    if (firstId !== id) {
      // A repeat of a request whose answer was lost: the client has not seen the secret yet.
      const endpoint = await findEndpoint(tx, companyId, firstId)
      const sealed = await findSealedSecret(tx, companyId, firstId)
      if (!endpoint || !sealed) throw fail('endpoint_not_found', { endpointId: firstId })
      return { endpoint, secret: openSecret(deps.seal, companyId, firstId, sealed) }
    }

    const sealedSecret = sealSecret(deps.seal, companyId, id, secret)
    const signingKey = ed25519 ? sealSigningKey(deps.seal, companyId, id) : undefined
    const distinct = [...new Set(events)]
    const endpoint = {
      id,
      companyId,
      name,
      url,
      events: distinct,
      sealedSecret,
      maxPerSecond,
      payload,
      ordered,
      signingKey,
      now,
    }
    if (!(await insertEndpoint(tx, endpoint))) {
      throw fail('too_many_endpoints', { max: endpointsMax })
    }
    auditEndpoint(tx, actor, 'created', id, now, { host: hostOf(url), events: distinct })
    return { endpoint: await getEndpoint(tx, companyId, id), secret }
  })
}

export function assertKindsKnown({ kinds }: Pick<Deps, 'kinds'>, events: readonly string[]): void {
  const unknown = unknownPatterns(events, kinds)
  if (unknown.length === 0) return
  const types = kinds.map(({ type }) => type)
  const families = [...new Set(types.flatMap(patternsFor))].filter((one) => one.endsWith('*'))
  const didYouMean = unknown.flatMap(
    (pattern) => nearestTo(pattern, pattern.endsWith('*') ? families : types) ?? [],
  )
  throw fail('event_kind_unknown', { unknown, didYouMean })
}
