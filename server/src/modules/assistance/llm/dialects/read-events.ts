import { StringDecoder } from 'node:string_decoder'
import { ProviderFailed, type StreamEvent } from './dialect.ts'

/** Longer than any event of a provider. */
const eventMax = 8_000_000

/**
 * Reads server-sent events from the pieces of a body, wherever these are cut. What came with one piece is handed over together, and
 * sent on together. An event that has not ended is dropped.
 */
export async function* readEvents(
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<readonly StreamEvent[]> {
  const decoder = new StringDecoder('utf8')
  /** The pieces of a line that has not ended. They are joined at its end: joined at each piece, a long line costs its square. */
  let rest: string[] = []
  let name: string | undefined
  let data: string[] = []
  let size = 0
  let restSize = 0
  for await (const piece of pieces) {
    const [first = '', ...others] = decoder.write(piece).split('\n')
    const last = others.pop()
    const lines = last === undefined ? [] : [rest.join('') + first, ...others]
    restSize = last === undefined ? restSize + first.length : last.length
    if (last === undefined) rest.push(first)
    else rest = [last]
    if (restSize + size > eventMax) {
      throw new ProviderFailed('malformed', 'The provider sent an endless event.', {
        maybeCharged: true,
      })
    }
    const events: StreamEvent[] = []
    for (const raw of lines) {
      size += raw.length
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
      if (line === '') {
        if (data.length > 0) events.push({ name, text: data.join('\n') })
        name = undefined
        data = []
        size = 0
      } else if (line.startsWith('data:')) data.push(contentOf(line, 5))
      else if (line.startsWith('event:')) name = contentOf(line, 6)
    }
    if (events.length > 0) yield events
  }
}

function contentOf(line: string, from: number): string {
  return line.startsWith(' ', from) ? line.slice(from + 1) : line.slice(from)
}
