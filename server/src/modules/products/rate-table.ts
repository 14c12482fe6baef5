import { Failure } from '#kernel/failure'
import type { Fx, RateTable } from '#modules/fx'
import type { Conn } from '#platform/db'

export type RateDeps = { readonly fx: Pick<Fx, 'ratesInto'>; readonly now: () => Date }

export type RatesWanted = {
  /** Without rates the request is refused. */
  readonly needed: boolean
  /** The set that the page before was reckoned with. */
  readonly rateSetId: string | undefined
}

/** Undefined where there are no rates that may be used, and none are needed. */
export async function tableInto(
  { fx, now }: RateDeps,
  conn: Conn,
  target: string,
  { needed, rateSetId }: RatesWanted,
): Promise<RateTable | undefined> {
  try {
    return await fx.ratesInto(conn, target, now(), rateSetId)
  } catch (error) {
    if (needed || !(error instanceof Failure)) throw error
    return undefined
  }
}
