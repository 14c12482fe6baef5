import { type ClientRequest, type IncomingMessage, request } from 'node:http'

export type StreamEvent = { readonly number: number; readonly kind: string; readonly data: string }

export type OpenStream = {
  /** Resolves when the stream has ended or was closed. */
  readonly ended: Promise<void>
  leave(): void
}

export type StreamOptions = {
  readonly headers?: Readonly<Record<string, string>>
  readonly onHead?: (response: IncomingMessage) => void
  readonly onEvent?: (event: StreamEvent) => void
}

/** A stream on its own connection, with as little overhead as Node allows: the bench opens thousands at once. */
export function openStream(url: string, options: StreamOptions = {}): OpenStream {
  const { headers = {}, onHead, onEvent } = options
  let going: ClientRequest
  const ended = new Promise<void>((resolve, reject) => {
    going = request(url, { headers, agent: false }, (response) => {
      onHead?.(response)
      if (response.statusCode !== 200 && response.statusCode !== 204) {
        reject(new Error(`${url} answers ${response.statusCode}`))
      }
      let rest = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        if (!onEvent) return
        const texts = (rest + part).split('\n\n')
        rest = texts.pop() ?? ''
        for (const text of texts) {
          const [, number, kind, data] =
            /^id: \S+\/(\d+)\nevent: (\S+)\ndata: (.*)$/.exec(text) ?? []
          if (number && kind) onEvent({ number: Number(number), kind, data: data ?? '' })
        }
      })
      response.on('close', resolve)
      response.on('error', () => resolve())
    })
    going.on('error', () => resolve())
    going.end()
  })
  return { ended, leave: () => going.destroy() }
}
