export { joinProbes } from './join-probes.ts'
export {
  countedInDayMax,
  countedMax,
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
export { sectionInLanguage } from './section-in-language.ts'
export { createSectionReader, type SectionReader } from './section-reader.ts'
