import { setTimeout as wait } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { beforeEach, expect } from 'vitest'
import { sql } from '#platform/db'
import { useCompanion } from '#testing/hosts/companion'
import type { Client } from './client.ts'
import { useWorld } from './world.ts'

export const url = '/api/v1/chat/sessions'

export type StreamEvent = { readonly id: string; readonly event: string; readonly data: object }

/** A world whose chats are read by a companion that the test decides on. It answers well at the begin of each test. */
export async function useChatWorld() {
  const companion = await useCompanion()
  const world = await useWorld({
    settings: {
      AI_AGENT_BASE_URL: companion.url,
      AI_AGENT_TIMEOUT_MS: '400',
      AI_AGENT_MODEL: 'gpt-5-2026-08-07',
      CHAT_MESSAGE_LENGTH_MAX: '20000',
      CHAT_BRIEF_ITEMS_MAX: '5',
      CHAT_REPLY_WAIT_MS: '20000',
    },
  })
  const ours = await world.company()
  const { database } = world.parts.platform
  beforeEach(() => companion.answersWell())

  const say = (id: string, text: string, client = ours.buyer) =>
    client.post(`${url}/${id}/messages`, { text })
  const stateOf = async (id: string, client = ours.buyer): Promise<string> =>
    (await client.get(`${url}/${id}`)).body.data.state
  const finalized = async (id: string, client = ours.buyer) => {
    await until(async () => (await stateOf(id, client)) === 'FINALIZED')
    return (await client.get(`${url}/${id}`)).body.data
  }
  const searchesOf = async (companyId: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from search.searches where company_id = ${companyId}
    `.execute(database.pool)
    return rows[0]?.count ?? 0
  }
  /** All events of an answer, until the service ends it. */
  const eventsOf = async (
    client: Client,
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<StreamEvent[]> => {
    const response = await fetch(`${world.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...client.headers, ...headers },
      ...(body !== undefined && { body }),
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    return readEvents(response)
  }
  return { companion, world, ours, database, say, stateOf, finalized, searchesOf, eventsOf }
}

export async function opened(client: Client): Promise<{ id: string }> {
  const { status, body } = await client.post(url, {})
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}

export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await wait(20)
}

async function readEvents(response: Response): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  const parser = createParser({
    onEvent: ({ id = '', event = '', data }) => events.push({ id, event, data: JSON.parse(data) }),
  })
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) parser.feed(decoder.decode(part, { stream: true }))
  return events
}
