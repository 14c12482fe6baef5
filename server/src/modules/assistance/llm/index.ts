export type { ChatRequest } from './answering/chat-request.ts'
export type { ChatCaller } from './deps.ts'
export { llmModule } from './llm-module.ts'
export type { Llm } from './service.ts'
