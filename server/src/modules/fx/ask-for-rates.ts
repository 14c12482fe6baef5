import { type Outbound, type OutboundAnswer, OutboundFailed } from '#platform/net'
import { RatesNotFetched } from './provider.ts'

type Question = {
  readonly url: string
  readonly accept: string
  readonly maxBodyBytes: number
  readonly timeoutMs?: number | undefined
  /** How the sentence begins that tells why nobody answered. */
  readonly whose: string
  readonly signal: AbortSignal | undefined
}

/** What whoever has rates answers, with whatever status. Throws `RatesNotFetched` where nobody does. */
export async function askForRates(
  outbound: Outbound,
  { url, accept, maxBodyBytes, timeoutMs = 15_000, whose, signal }: Question,
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
    throw new RatesNotFetched('unreachable', `${whose}: ${reason}.`, { cause: error })
  }
}
