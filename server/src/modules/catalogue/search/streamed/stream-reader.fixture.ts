import { createParser } from 'eventsource-parser'

export type ReceivedEvent = { readonly id: string; readonly event: string; readonly data: unknown }

/**
 * Reads events from an answer until it has the given number, the answer ends, or the reader stops. It collects comments
 * separately.
 */
export async function readStream(
  response: Response,
  until: (received: readonly ReceivedEvent[]) => boolean = () => false,
): Promise<{ received: ReceivedEvent[]; comments: string[]; retry: number | undefined }> {
  const received: ReceivedEvent[] = []
  const comments: string[] = []
  let isEnough = false
  let retry: number | undefined
  const parser = createParser({
    onEvent: ({ id = '', event = '', data }) => {
      if (!isEnough) received.push({ id, event, data: JSON.parse(data) })
      isEnough ||= until(received)
    },
    onComment: (comment) => comments.push(comment),
    onRetry: (value) => {
      retry = value
    },
  })
  if (!response.body) throw new Error('there is no stream')
  const decoder = new TextDecoder()
  for await (const part of response.body) {
    parser.feed(decoder.decode(part, { stream: true }))
    if (isEnough) break
  }
  return { received, comments, retry }
}

export const productIdsIn = (received: readonly ReceivedEvent[]): string[] =>
  received.flatMap(({ event, data }) =>
    event === 'products'
      ? (data as { products: { id: string }[] }).products.map(({ id }) => id)
      : [],
  )

export const numbersIn = (received: readonly ReceivedEvent[]): number[] =>
  received.map(({ id }) => Number(id.split('/')[1]))
