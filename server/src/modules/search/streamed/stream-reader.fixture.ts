import { createParser } from 'eventsource-parser'

export type Told = { readonly id: string; readonly event: string; readonly data: unknown }

/**
 * Reads events from an answer until it has the given number, the answer ends, or the reader stops. It collects comments
 * separately.
 */
export async function readStream(
  response: Response,
  until: (told: readonly Told[]) => boolean = () => false,
): Promise<{ told: Told[]; comments: string[]; retry: number | undefined }> {
  const told: Told[] = []
  const comments: string[] = []
  let isEnough = false
  let retry: number | undefined
  const parser = createParser({
    onEvent: ({ id = '', event = '', data }) => {
      if (!isEnough) told.push({ id, event, data: JSON.parse(data) })
      isEnough ||= until(told)
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
  return { told, comments, retry }
}

export const productIdsIn = (told: readonly Told[]): string[] =>
  told.flatMap(({ event, data }) =>
    event === 'products'
      ? (data as { products: { id: string }[] }).products.map(({ id }) => id)
      : [],
  )

export const numbersIn = (told: readonly Told[]): number[] =>
  told.map(({ id }) => Number(id.split('/')[1]))
