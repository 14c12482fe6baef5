import { api } from '../api.ts'
import { chatCalls } from './chat-calls.ts'

export const {
  startSession,
  getSession,
  listMessages,
  sendMessage,
  extractAgain,
  changeBrief,
  confirmBrief,
  putMatches,
} = chatCalls(api)
