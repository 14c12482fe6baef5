import { fileURLToPath } from 'node:url'
import { type KeptChild, keepChild } from '#platform/processes'
import type { AgentOptions } from './start-agent.ts'

export type KeepAgentOptions = AgentOptions & {
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
}

/** The companion in a child process of the service: a long message never holds up a request of the API. */
export type AgentChild = KeptChild & { readonly url: string }

const entry = fileURLToPath(new URL('./agent-child.ts', import.meta.url))

export function keepAgentChild({ log, ...input }: KeepAgentOptions): AgentChild {
  const name = 'agent companion'
  const child = keepChild({ entry, name, input, heapMaxMb: 256, memoryMaxMb: 512, log })
  return { ...child, url: `http://${input.host}:${input.port}` }
}
