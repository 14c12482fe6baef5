import { requireApart } from '#platform/apart'
import { installApart } from '../install-apart.ts'
import type { Section } from './flows.ts'
import { purposes } from './purposes.ts'
import { commit, functionOf, type Sent } from './record-statements.ts'

await installApart('tests')
const { format } = requireApart<{
  format(text: string, options: Readonly<Record<string, string | number>>): string
}>('tests', 'sql-formatter')

const note = `-- Written by \`npm run sql\`. Do not edit: change the function that a comment names, then run it again.
-- The statements stand in the order in which the service sends them. Each is shown once; "As above" stands for a repetition.
`

/** The text of a file of statements. */
export function statementPage(about: string, sections: readonly Section[]): string {
  const shown = new Set<string>()
  const parts = sections.map((section) => sectionText(section, shown))
  return [`-- ${about}\n${note}`, ...parts].join('\n')
}

function sectionText({ title, statements }: Section, shown: Set<string>): string {
  if (statements.length === 0) throw new Error(`Nothing was recorded for: ${title}.`)
  const inSection = new Set<string>()
  const parts: string[] = []
  let isOpen = false
  for (const sent of statements) {
    const ends = sent.commits || sent.text === commit
    if (sent.text !== commit && !inSection.has(sent.text)) {
      inSection.add(sent.text)
      for (const text of sent.ahead) parts.push(`${text};\n`)
      isOpen ||= sent.ahead.includes('begin')
      parts.push(shown.has(sent.text) ? `-- As above: ${functionOf(sent).name}.\n` : shownOf(sent))
      shown.add(sent.text)
    }
    if (!ends || !isOpen) continue
    parts.push('commit;\n')
    isOpen = false
  }
  return `${heading(title)}\n${parts.join('\n')}`
}

function shownOf(sent: Sent): string {
  const { name, file } = functionOf(sent)
  return `-- ${purposeOf(sent)}\n-- ${name} in ${file}\n${formatted(sent.text)};\n`
}

/** The functions that have a sentence and send nothing any more. */
export function unusedPurposes(sections: readonly Section[]): string[] {
  const used = new Set(
    sections.flatMap(({ statements }) => statements.map((sent) => functionOf(sent).name)),
  )
  return Object.keys(purposes).filter((name) => !used.has(name))
}

const headingWidth = 100

function heading(title: string): string {
  const line = '-'.repeat(headingWidth)
  return `${line}\n-- ${title}\n${line}\n`
}

function purposeOf(sent: Sent): string {
  const { name, file } = functionOf(sent)
  const purpose = Object.hasOwn(purposes, name) ? purposes[name] : undefined
  if (purpose === undefined) {
    throw new Error(
      `${name} in ${file} sends a statement whose purpose is not known. Add a sentence for it to server/scripts/sql/purposes.ts.`,
    )
  }
  return purpose
}

function formatted(text: string): string {
  return format(text, {
    language: 'postgresql',
    keywordCase: 'preserve',
    expressionWidth: headingWidth,
    logicalOperatorNewline: 'before',
  })
}
