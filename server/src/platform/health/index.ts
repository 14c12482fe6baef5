export { joinProbes } from './join-probes.ts'
export {
  countOf,
  inTime,
  type Probe,
  type Problem,
  problemIf,
  readSection,
  type Section,
  type SectionReading,
  secondsBefore,
} from './section.ts'
