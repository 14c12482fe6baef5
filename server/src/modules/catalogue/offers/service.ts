import type { Actor } from '#kernel/actor'
import { type ConfirmInput, confirmRequest, declineRequest, partyOf } from './answer-request.ts'
import { createRequest, type NewOfferRequest } from './create-request.ts'
import type { OffersDeps } from './deps.ts'
import { fail } from './failures.ts'
import type { OfferRequest } from './request.ts'
import { findRequest } from './request-store.ts'

/** Requests for offers of what is found outside the catalogue, and their answers. */
export type Offers = {
  request(actor: Actor, input: NewOfferRequest): Promise<OfferRequest>
  /** Those who ask and those who answer see a request. */
  get(actor: Actor, requestId: string): Promise<OfferRequest>
  confirm(actor: Actor, input: ConfirmInput): Promise<OfferRequest>
  decline(
    actor: Actor,
    input: { readonly requestId: string; readonly reason?: string | undefined },
  ): Promise<OfferRequest>
}

export function createOffers(deps: OffersDeps): Offers {
  const { pool } = deps.database
  return {
    request: (actor, input) => createRequest(deps, actor, input),
    get: async (actor, requestId) => {
      const request = await findRequest(pool, partyOf(actor), requestId)
      if (!request) throw fail('request_not_found', { requestId })
      return request
    },
    confirm: (actor, input) => confirmRequest(deps, actor, input),
    decline: (actor, input) => declineRequest(deps, actor, input),
  }
}
