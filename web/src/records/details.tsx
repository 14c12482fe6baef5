import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { Facts } from './facts.tsx'
import { isRecordId } from './record-kinds.ts'
import { RecordName } from './record-name.tsx'
import { Section } from './section.tsx'

type Props = {
  readonly title: MessageKey
  readonly values: Readonly<Record<string, unknown>>
}

/** Values whose names the service decides, such as the details of an incident. Ids lead to their pages. */
export function Details({ title, values }: Props) {
  const { t } = useWords()
  const facts = Object.entries(values)
  if (facts.length === 0) return null
  return (
    <Section title={t(title)}>
      <Facts facts={facts.map(([name, value]) => [name, <Detail key={name} value={value} />])} />
    </Section>
  )
}

function Detail({ value }: { readonly value: unknown }) {
  if (typeof value !== 'string') return JSON.stringify(value)
  return isRecordId(value) ? <RecordName id={value} /> : value
}
