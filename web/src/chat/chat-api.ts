import { api } from '../api.ts'
import type { ChatMessage, ChatSession, MatchesPut } from '../api-types.ts'

const session = '/api/v1/chat/sessions/{sessionId}'
const at = (sessionId: string) => ({ path: { sessionId } })

export async function startSession(): Promise<ChatSession> {
  return (await api.post('/api/v1/chat/sessions', { body: {} })).data
}

export async function getSession(sessionId: string, signal: AbortSignal): Promise<ChatSession> {
  return (await api.get(session, { params: at(sessionId), signal })).data
}

const messagesMax = 100

/** The whole conversation: a session has two pages of messages at most. */
export async function listMessages(sessionId: string, signal: AbortSignal): Promise<ChatMessage[]> {
  const messages: ChatMessage[] = []
  let cursor: string | undefined
  do {
    const query = { limit: messagesMax, ...(cursor === undefined ? {} : { cursor }) }
    const params = { ...at(sessionId), query }
    const page = await api.get(`${session}/messages`, { params, signal })
    messages.push(...page.data)
    cursor = page.meta.nextCursor
  } while (cursor !== undefined)
  return messages
}

export async function sendMessage(sessionId: string, text: string): Promise<void> {
  await api.post(`${session}/messages`, { params: at(sessionId), body: { text } })
}

export async function extractAgain(sessionId: string): Promise<void> {
  await api.post(`${session}/extract`, { params: at(sessionId), body: {} } as never)
}

export type BriefEdit = {
  readonly items?: {
    readonly item?: number
    readonly remove?: true
    readonly what?: string
    readonly quantity?: string | null
  }[]
}

export async function changeBrief(
  sessionId: string,
  expectedVersion: number,
  edit: BriefEdit,
): Promise<void> {
  await api.patch(`${session}/brief`, { params: at(sessionId), body: { expectedVersion, ...edit } })
}

export async function confirmBrief(sessionId: string, expectedVersion: number): Promise<void> {
  await api.post(`${session}/confirm`, { params: at(sessionId), body: { expectedVersion } })
}

export type Choice = {
  readonly item: number
  readonly productId: string
  readonly quantity?: number
}

export async function putMatches(sessionId: string, choices: Choice[]): Promise<MatchesPut> {
  return (await api.post(`${session}/cart`, { params: at(sessionId), body: { choices } })).data
}
