import type { Locale } from '#kernel/locale'
import { defineSentences } from '#platform/texts'
import type { Section } from './section.ts'

const write = defineSentences('operators/problems')

/** The problems of a section in a language. Their figures are those of the section, and their names are their own. */
export function sectionInLanguage(section: Section, locale: Locale): Section {
  const { metrics, problems } = section
  if (problems.length === 0) return section
  return {
    ...section,
    problems: problems.map(({ names, ...problem }) => {
      const { code: key, message, action } = problem
      const values = { ...metrics, ...names }
      return {
        ...problem,
        message: write({ locale, key, english: message, values }),
        action: write({ locale, key, part: 'action', english: action, values }),
      }
    }),
  }
}
