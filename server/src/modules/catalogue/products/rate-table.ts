import { Failure } from '#kernel/failure'
import type { Fx, RateTable } from '#modules/fx'
import type { Conn } from '#platform/db'

export type RateDeps = { readonly fx: Pick<Fx, 'ratesInto'>; readonly now: () => Date }

export type RatesRequest = {
  /** If true, the request is refused without rates. */
  readonly needed: boolean
  /** The rate set of the previous page. */
  readonly rateSetId: string | undefined
}

/** Returns undefined when there are no usable rates and none are needed. */
export async function tableInto(
  { fx, now }: RateDeps,
  conn: Conn,
  target: string,
  { needed, rateSetId }: RatesRequest,
): Promise<RateTable | undefined> {
  try {
    return await fx.ratesInto(conn, target, now(), rateSetId)
  } catch (error) {
    if (needed || !(error instanceof Failure)) throw error
    return undefined
  }
}
