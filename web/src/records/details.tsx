import type { ReactNode } from 'react'
import { Facts } from '../components/facts.tsx'
import styles from '../components/record.module.css'
import { Section } from '../components/section.tsx'
import type { MessageKey } from '../language/catalogue.ts'
import { titleOf } from '../language/title-of.ts'
import { useNames } from '../language/use-names.ts'
import { useWords } from '../language/use-words.ts'
import type { Words } from '../language/words.ts'
import { isRecordId } from './record-kinds.ts'
import { RecordName } from './record-name.tsx'

type Values = Readonly<Record<string, unknown>>
type Props = { readonly title: MessageKey; readonly values: Values }

/** Values whose names the service decides, such as the details of an incident. Ids lead to their pages. */
export function Details({ title, values }: Props) {
  const words = useWords()
  const names = useNames('details')
  const facts = Object.entries(values)
  if (facts.length === 0) return null
  return (
    <Section title={words.t(title)}>
      <Facts
        facts={facts.map(
          ([name, value]) => [nameOf(words, names, name), viewValue(words, value)] as const,
        )}
      />
    </Section>
  )
}

/** The same in a cell of a table. */
export function DetailList({ values }: { readonly values: Values }) {
  const words = useWords()
  const names = useNames('details')
  return (
    <dl className={styles.details}>
      {Object.entries(values).map(([name, value]) => (
        <div key={name}>
          <dt>{nameOf(words, names, name)}</dt>
          <dd>{viewValue(words, value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A value that is newer than these pages has its English name. */
function nameOf({ find }: Words, names: ReturnType<typeof useNames>, name: string): string {
  return names(`details.${name}`) ?? find(`readings.metric.${name}`) ?? titleOf(name)
}

const instantShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

function viewValue(words: Words, value: unknown): ReactNode {
  const { t, number, instant } = words
  if (typeof value === 'number') return number(value)
  if (typeof value === 'boolean') return t(value ? 'shell.yes' : 'shell.no')
  if (typeof value === 'string') {
    if (isRecordId(value)) return <RecordName id={value} />
    return instantShape.test(value) ? instant(value) : value
  }
  if (Array.isArray(value)) {
    // biome-ignore lint/suspicious/noArrayIndexKey: the values never move.
    return value.map((each, at) => <div key={at}>{viewValue(words, each)}</div>)
  }
  return value === null || value === undefined ? '–' : <DetailList values={value as Values} />
}
