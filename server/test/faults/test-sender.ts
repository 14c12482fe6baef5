import type { APerson } from '#testing/identity'
import { createClient } from '../journeys/client.ts'
import type { Member } from './fleet.ts'
import type { Journal } from './journal.ts'

/** A test of a subscription that was asked for over HTTP. Without an answer nobody knows whether there is an event. */
export type TestSent = {
  readonly run: number
  readonly companyId: string
  readonly receiver: number
  readonly eventId: string | undefined
  readonly at: number
}

export type TestSender = {
  /** One after the other until `enough`, at least one. */
  run(run: number, enough: () => boolean): Promise<void>
}

const answerMs = 3_000
const everyMs = 400

/** Events that the API process causes: it is ended and cut off as the workers are. */
export function createTestSender(
  api: Member,
  people: readonly APerson[],
  endpointIds: readonly string[],
  journal: Journal<TestSent>,
): TestSender {
  let count = 0
  const tokens = new Map<APerson, string>()
  const perPerson = endpointIds.length / people.length

  const ask = async (run: number): Promise<void> => {
    const receiver = count % endpointIds.length
    count += 1
    const person = people[Math.floor(receiver / perPerson)]
    if (!person) return
    const bearer = tokens.get(person) ?? (await signIn(person))
    if (!bearer) return
    tokens.set(person, bearer)
    const reply = await within(
      createClient(api.baseUrl, { bearer }).post(`/api/v1/webhooks/${endpointIds[receiver]}/test`),
    )
    if (reply && reply.status >= 400) tokens.delete(person)
    // A refusal is an answer, and says that there is no event. 503 may have come after the commit.
    if (reply && reply.status >= 400 && reply.status < 500) return
    const eventId: string | undefined = reply?.status === 200 ? reply.body.data.eventId : undefined
    const { companyId } = person.actor
    await journal.write({ run, companyId, receiver, eventId, at: Date.now() })
  }

  const signIn = async ({ email, password }: APerson): Promise<string | undefined> => {
    const reply = await within(createClient(api.baseUrl).post('/auth/login', { email, password }))
    return reply?.status === 200 ? reply.body.data.accessToken : undefined
  }

  return {
    run: async (run, enough) => {
      do {
        await ask(run)
        await new Promise((resolve) => setTimeout(resolve, everyMs))
      } while (!enough())
    },
  }
}

/** Undefined where the connection broke or nothing came. */
async function within<T>(asking: Promise<T>): Promise<T | undefined> {
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, answerMs, undefined))
  return Promise.race([asking.catch(() => undefined), patience])
}
