export {
  type Amount,
  type Brief,
  type BriefItem,
  BriefSchema,
  type Leaf,
  type Message,
  type NeededBy,
  type OpenQuestion,
} from './brief.ts'
export { clarificationsMax } from './extract-brief.ts'
export type { AssistedExtraction as Extraction } from './extract-with-model.ts'
export { type AgentChild, keepAgentChild } from './keep-agent-child.ts'
export { type DegradedReason, degradedReasons } from './model/degraded-reason.ts'
export type { BriefRequest } from './read-request.ts'
export { countryOfPlace, daysIn, numbersIn, unitsIn } from './readings.ts'
