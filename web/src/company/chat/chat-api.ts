import type { ItemOf, paths } from '@purveyor/sdk'
import { chatCalls } from '../../chat/chat-calls.ts'
import { api } from '../api.ts'
import type { PageQuery } from '../paged-list.tsx'

export type ChatSummary = ItemOf<paths['/api/v1/chat/sessions']['get']>

const calls = chatCalls(api)

export const {
  getSession,
  listMessages,
  sendMessage,
  extractAgain,
  changeBrief,
  confirmBrief,
  putMatches,
} = calls

export const chatKey = (sessionId: string) => ['chats', sessionId] as const

export function listChats(page: PageQuery, signal: AbortSignal) {
  return api.get('/api/v1/chat/sessions', { params: { query: page }, signal })
}

/** A session with its first message. */
export async function startChat(text: string): Promise<string> {
  const { id } = await calls.startSession()
  await calls.sendMessage(id, text)
  return id
}

/** A draft of the items that no product matched. */
export async function requestUnmatched(sessionId: string): Promise<string> {
  const params = { path: { sessionId } }
  const path = '/api/v1/chat/sessions/{sessionId}/requisition'
  return (await api.post(path, { params, body: {} })).data.id
}
