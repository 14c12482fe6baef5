export type { Brief, Message } from './brief.ts'
export type { Extraction, ExtractionInput } from './extract-brief.ts'
export { type AgentChild, keepAgentChild } from './keep-agent-child.ts'
