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

/** The id of a new session. */
export async function startChat(): Promise<string> {
  return (await calls.startSession()).id
}

/** A draft of the items that no product matched. */
export async function requestUnmatched(sessionId: string): Promise<string> {
  const params = { path: { sessionId } }
  const path = '/api/v1/chat/sessions/{sessionId}/requisition'
  return (await api.post(path, { params, body: {} })).data.id
}
