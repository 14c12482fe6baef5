import { runAsChild } from '#platform/processes'
import { type AgentOptions, startAgent } from './start-agent.ts'

/** The program of the child process. */
runAsChild<AgentOptions>(startAgent)
