export { countOf } from './count-of.ts'
export { joinProbes } from './join-probes.ts'
export { problemIf } from './problem-if.ts'
export { secondsBefore } from './seconds-before.ts'
export {
  inTime,
  type Probe,
  type Problem,
  readSection,
  type Section,
  type SectionReading,
} from './section.ts'
