import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ExtractionInput, extractBrief } from '../../../src/agent/extract-brief.ts'
import { closeAtEnd } from '../close-at-end.ts'

export type AskedCompanion = ExtractionInput & {
  readonly sessionId: string
  readonly llm?: { readonly baseUrl: string; readonly token: string; readonly model: string }
}
type Answer = (request: AskedCompanion, response: ServerResponse) => unknown

/** A real web server that stands for the companion. By itself it answers as the companion of the product does. */
export type Companion = {
  readonly url: string
  /** What it was asked since the last `answers`. */
  readonly requests: readonly AskedCompanion[]
  /** The answer to the requests of one session, or of all. */
  answers(answer: Answer, sessionId?: string): void
  answersWell(): void
}

export const answerWell: Answer = (request, response) => answerJson(response, extractBrief(request))

export function answerJson(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

/** The end of the test file closes it. */
export async function useCompanion(): Promise<Companion> {
  let general = answerWell
  const bySession = new Map<string, Answer>()
  let requests: AskedCompanion[] = []
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request)) as AskedCompanion
    requests.push(asked)
    const answer = bySession.get(asked.sessionId) ?? general
    await answer(asked, response)
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
    get requests() {
      return requests
    },
    answers: (answer, sessionId) => {
      requests = []
      if (sessionId === undefined) general = answer
      else bySession.set(sessionId, answer)
    },
    answersWell: () => {
      requests = []
      general = answerWell
      bySession.clear()
    },
  }
}
