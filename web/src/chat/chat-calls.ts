import type { createCalls, paths } from '@purveyor/sdk'
import type { ChatMessage, ChatSession, MatchesPut } from '../api-types.ts'

const session = '/api/v1/chat/sessions/{sessionId}'
const at = (sessionId: string) => ({ path: { sessionId } })

export type BriefEdit = {
  readonly items?: {
    readonly item?: number
    readonly remove?: true
    readonly what?: string
    readonly quantity?: string | null
  }[]
}

export type Choice = {
  readonly item: number
  readonly productId: string
  readonly quantity?: number
}

const messagesMax = 100

/** What both apps ask of chats, each by its own way to the API. */
export function chatCalls(api: ReturnType<typeof createCalls<paths>>) {
  return {
    startSession: async (): Promise<ChatSession> =>
      (await api.post('/api/v1/chat/sessions', { body: {} })).data,

    getSession: async (sessionId: string, signal: AbortSignal): Promise<ChatSession> =>
      (await api.get(session, { params: at(sessionId), signal })).data,

    /** The whole conversation: a session has two pages of messages at most. */
    listMessages: async (sessionId: string, signal: AbortSignal): Promise<ChatMessage[]> => {
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
    },

    sendMessage: async (sessionId: string, text: string): Promise<void> => {
      await api.post(`${session}/messages`, { params: at(sessionId), body: { text } })
    },

    extractAgain: async (sessionId: string): Promise<void> => {
      await api.post(`${session}/extract`, { params: at(sessionId), body: {} } as never)
    },

    changeBrief: async (
      sessionId: string,
      expectedVersion: number,
      edit: BriefEdit,
    ): Promise<void> => {
      const body = { expectedVersion, ...edit }
      await api.patch(`${session}/brief`, { params: at(sessionId), body })
    },

    confirmBrief: async (sessionId: string, expectedVersion: number): Promise<void> => {
      await api.post(`${session}/confirm`, { params: at(sessionId), body: { expectedVersion } })
    },

    putMatches: async (sessionId: string, choices: Choice[]): Promise<MatchesPut> =>
      (await api.post(`${session}/cart`, { params: at(sessionId), body: { choices } })).data,
  }
}
