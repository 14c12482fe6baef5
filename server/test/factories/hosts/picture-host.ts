import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeAtEnd } from '../close-at-end.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** A real web server that stands for the picture host of a supplier, or for an image processor. */
export type PictureHost = {
  readonly url: string
  /** How many requests came since the last `answers`. */
  requests(): number
  answers(answer: Answer | Buffer | number): void
}

/** The end of the test file closes it. */
export async function usePictureHost(first: Answer | Buffer | number = 404): Promise<PictureHost> {
  let answer = answerOf(first)
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeAtEnd({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    answers: (given) => {
      answer = answerOf(given)
      requests = 0
    },
  }
}

function answerOf(given: Answer | Buffer | number): Answer {
  if (typeof given === 'number') return (_request, response) => response.writeHead(given).end()
  return Buffer.isBuffer(given) ? (_request, response) => response.end(given) : given
}
