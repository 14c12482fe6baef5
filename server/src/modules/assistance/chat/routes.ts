import type { Routes } from '#platform/http'
import { addBriefRoutes } from './brief/brief-routes.ts'
import type { Chat } from './service.ts'
import { addMessageRoutes } from './sessions/message-routes.ts'
import { addSessionRoutes } from './sessions/session-routes.ts'

export function chatRoutes(chat: Chat): Routes {
  return async (http) => {
    http.addHook('preClose', async () => chat.streams.close())
    addSessionRoutes(http, chat)
    addMessageRoutes(http, chat)
    addBriefRoutes(http, chat)
  }
}
