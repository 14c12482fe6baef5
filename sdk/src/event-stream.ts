export type StreamEvent = { readonly id: string; readonly event: string; readonly data: string }

/** The content of a chunk: its complete events, and how long to wait before reconnecting, if it named a time. */
export type Parsed = {
  readonly events: readonly StreamEvent[]
  readonly retryMs: number | undefined
}

const longest = 16 * 1024 * 1024

/**
 * Parses server-sent events (HTML, 9.2.6), chunk by chunk. An event that is cut off by the end of its stream is
 * dropped.
 */
export function createEventStreamParser(): (chunk: string) => Parsed {
  let rest = ''
  let event = ''
  let data: string[] = []
  let id = ''
  return (chunk) => {
    const events: StreamEvent[] = []
    let retryMs: number | undefined
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > longest) throw new TypeError('An event of the stream has no end.')
    for (const line of lines) {
      const [, field = '', value = ''] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(line) ?? []
      if (line === '') {
        if (data.length > 0) events.push({ id, event: event || 'message', data: data.join('\n') })
        event = ''
        data = []
      } else if (field === 'event') event = value
      else if (field === 'data') data.push(value)
      else if (field === 'id' && !value.includes('\0')) id = value
      else if (field === 'retry' && /^[0-9]+$/.test(value)) retryMs = Number(value)
    }
    return { events, retryMs }
  }
}
