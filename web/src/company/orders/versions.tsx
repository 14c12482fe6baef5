import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { Field } from '../fields/field.tsx'
import parts from '../parts.module.css'
import { useNames } from '../use-names.ts'
import { nameOfLine } from './name-of-line.ts'
import { listVersions, type Order, type OrderVersion } from './order-api.ts'
import { stepOf } from './order-timeline.tsx'
import { termsChanged, useDifferences } from './version-differences.ts'

type Props = { readonly order: Order; readonly versions: readonly OrderVersion[] }

/** How the order has changed since it was placed, and what differs between two of its versions. */
export function Versions({ order }: { readonly order: Order }) {
  const { t } = useWords()
  const { data: versions = [], error } = useQuery({
    queryKey: ['order', order.id, 'versions', order.version],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => listVersions(order.id, signal),
    enabled: order.version > 1,
  })
  if (versions.length === 0 && !error) return null
  return (
    <Section title={t('orderPage.version.title')}>
      <Refusal error={error} />
      <ul className={parts.box}>
        {versions.map((version) => (
          <VersionRow key={version.version} order={order} version={version} />
        ))}
      </ul>
      {versions.length > 1 && <Compare order={order} versions={versions} />}
    </Section>
  )
}

type RowProps = { readonly order: Order; readonly version: OrderVersion }

function VersionRow({ order, version: { version, kind, changedAt, changes } }: RowProps) {
  const words = useWords()
  const { t, instant, list } = words
  const { members } = useNames()
  const step = order.timeline.find((entry) => entry.version === version && entry.kind === kind)
  // People of a supplier are not members of the company: the step says that the supplier made it.
  const who = members.find(({ id }) => id === step?.actorId)?.name
  const comment = step?.details.comment
  return (
    <li>
      <div>
        <p>
          <strong>{t('orderPage.version.version', { version })}</strong>{' '}
          <time dateTime={changedAt}>{instant(changedAt)}</time>
        </p>
        <p>
          {stepOf(words, kind)}
          {who !== undefined && ` (${who})`}
          {typeof comment === 'string' && `: ${comment}`}
        </p>
        {changes.map(({ lineNumber, before, after }) => (
          <p key={lineNumber}>
            {nameOfLine(order.lines, lineNumber)}: {list(termsChanged(words, before, after))}
          </p>
        ))}
      </div>
    </li>
  )
}

function Compare({ order, versions }: Props) {
  const words = useWords()
  const { t, list } = words
  const numbers = [1, ...versions.map(({ version }) => version).toReversed()]
  const [chosen, choose] = useState<{ readonly from?: number; readonly to?: number }>({})
  const { from = 1, to = numbers.at(-1) ?? 1 } = chosen
  const { data: differences, error } = useDifferences(order.id, from, to)
  const options = numbers.map((version) => (
    <option key={version} value={version}>
      {version === 1 ? t('orderPage.version.ordered') : t('orderPage.version.version', { version })}
    </option>
  ))
  return (
    <div className={parts.box}>
      <div className={parts.fields}>
        <Field label={t('orderPage.version.from')}>
          <select
            value={from}
            onChange={({ currentTarget: { value } }) => choose({ from: Number(value), to })}
          >
            {options}
          </select>
        </Field>
        <Field label={t('orderPage.version.to')}>
          <select
            value={to}
            onChange={({ currentTarget: { value } }) => choose({ from, to: Number(value) })}
          >
            {options}
          </select>
        </Field>
      </div>
      <Refusal error={error} />
      <ul aria-label={t('orderPage.version.differences')}>
        {differences?.map(({ lineNumber, before, after }) => (
          <li key={lineNumber}>
            {nameOfLine(order.lines, lineNumber)}: {list(termsChanged(words, before, after))}
          </li>
        ))}
      </ul>
      {differences?.length === 0 && <p>{t('orderPage.version.same')}</p>}
    </div>
  )
}
