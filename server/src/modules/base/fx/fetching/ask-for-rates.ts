import { type Outbound, type OutboundAnswer, OutboundFailed } from '#platform/net'
import { RatesNotFetched } from './provider.ts'

type Question = {
  readonly url: string
  readonly accept: string
  readonly maxBodyBytes: number
  readonly timeoutMs?: number | undefined
  /** The source, as the subject of the failure message. */
  readonly source: string
  readonly signal: AbortSignal | undefined
}

/** Returns the answer of the source with any status. Throws `RatesNotFetched` when the source does not answer. */
export async function askForRates(
  outbound: Outbound,
  { url, accept, maxBodyBytes, timeoutMs = 15_000, source, signal }: Question,
): Promise<OutboundAnswer> {
  try {
    return await outbound.request({
      url,
      method: 'GET',
      headers: { accept },
      timeoutMs,
      maxBodyBytes,
      audience: 'operator',
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    const reason = error instanceof OutboundFailed ? error.reason : 'unknown'
    throw new RatesNotFetched('unreachable', `${source}: ${reason}.`, { cause: error })
  }
}
