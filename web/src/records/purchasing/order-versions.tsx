import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '../../api-types.ts'
import { Select } from '../../components/forms/select.tsx'
import type { Column } from '../../components/list.tsx'
import { ListView } from '../../components/list-view.tsx'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import type { Words } from '../../language/words.ts'
import {
  getOrderVersion,
  listOrderVersions,
  type OrderAtVersion,
  type OrderVersion,
} from '../records-api.ts'
import { stepOf } from './order-parts.tsx'

type Props = { readonly order: Order; readonly versions: readonly OrderVersion[] }

/** How the order has changed since it was placed, and what differs between two of its versions. */
export function OrderVersions({ order }: { readonly order: Order }) {
  const { data, error, isLoading } = useQuery({
    queryKey: ['order', order.id, 'versions', order.version],
    queryFn: ({ signal }) => listOrderVersions(order.id, signal),
  })
  return (
    <>
      <ListView
        title="records.versions.title"
        items={data}
        error={error}
        isLoading={isLoading}
        columns={versionColumns}
        row={(version) => <VersionRow key={version.version} order={order} version={version} />}
        none="records.versions.none"
      />
      {data !== undefined && data.length > 0 && <Comparison order={order} versions={data} />}
    </>
  )
}

const versionColumns = [
  { title: 'records.versions.version' },
  { title: 'records.versions.changedAt' },
  { title: 'records.versions.step' },
  { title: 'records.versions.lines' },
] as const satisfies readonly Column[]

type RowProps = { readonly order: Order; readonly version: OrderVersion }

function VersionRow({ order, version: { version, kind, changedAt, changes } }: RowProps) {
  const words = useWords()
  return (
    <tr>
      <th scope="row">{words.number(version)}</th>
      <td>{words.instant(changedAt)}</td>
      <td>{stepOf(words, kind)}</td>
      <td className={lists.words}>
        {words.list(changes.map(({ lineNumber }) => nameOfLine(order, lineNumber)))}
      </td>
    </tr>
  )
}

const differenceColumns = [
  { title: 'records.versions.line' },
  { title: 'approval.what' },
  { title: 'approval.before' },
  { title: 'approval.after' },
] as const satisfies readonly Column[]

function Comparison({ order, versions }: Props) {
  const words = useWords()
  const { t } = words
  const numbers = [1, ...versions.map(({ version }) => version).toReversed()]
  const [chosen, choose] = useState<{ readonly from?: number; readonly to?: number }>({})
  const { from = 1, to = numbers.at(-1) ?? 1 } = chosen
  const { data, error, isLoading } = useQuery({
    queryKey: ['order', order.id, 'versions', from, to],
    queryFn: ({ signal }) =>
      Promise.all([getOrderVersion(order.id, from, signal), getOrderVersion(order.id, to, signal)]),
  })
  const options = numbers.map((version) => ({
    value: String(version),
    label: version === 1 ? t('records.versions.ordered') : t('records.versions.one', { version }),
  }))
  return (
    <ListView
      title="records.versions.differences"
      items={data && listDifferences(words, ...data)}
      error={error}
      isLoading={isLoading}
      columns={differenceColumns}
      row={({ lineNumber, field, before, after }) => (
        <tr key={`${lineNumber} ${field}`}>
          <th scope="row">{nameOfLine(order, lineNumber)}</th>
          <td>{t(`records.versions.field.${field}`)}</td>
          <td className={lists.words}>{before}</td>
          <td className={lists.words}>{after}</td>
        </tr>
      )}
      none="records.versions.same"
      filter={
        <div className={lists.filters}>
          <Select
            aria-label={t('records.versions.from')}
            data={options}
            value={String(from)}
            onChange={({ currentTarget: { value } }) => choose({ from: Number(value), to })}
          />
          <Select
            aria-label={t('records.versions.to')}
            data={options}
            value={String(to)}
            onChange={({ currentTarget: { value } }) => choose({ from, to: Number(value) })}
          />
        </div>
      }
    />
  )
}

const fields = ['quantity', 'promisedDate', 'delivery'] as const

/** Each field of a line that differs between two versions. */
function listDifferences(words: Words, before: OrderAtVersion, after: OrderAtVersion) {
  const numbers = [...before.lines, ...after.lines].map(({ lineNumber }) => lineNumber)
  return [...new Set(numbers)].flatMap((lineNumber) => {
    const [old, now] = [
      textsOf(words, lineIn(before, lineNumber)),
      textsOf(words, lineIn(after, lineNumber)),
    ]
    return fields
      .filter((field) => old[field] !== now[field])
      .map((field) => ({ lineNumber, field, before: old[field], after: now[field] }))
  })
}

/** A line that a version does not have has no quantity in it. */
function lineIn({ lines }: OrderAtVersion, lineNumber: number): Terms {
  return lines.find((line) => line.lineNumber === lineNumber) ?? { quantity: 0 }
}

type Terms = OrderVersion['changes'][number]['before']

function textsOf({ number, day }: Words, { quantity, promisedDate, delivery }: Terms) {
  return {
    quantity: number(quantity),
    promisedDate: promisedDate && day(promisedDate),
    delivery: delivery?.toString(),
  }
}

function nameOfLine({ lines }: Order, number: number): string {
  const name = lines.find(({ lineNumber }) => lineNumber === number)?.name ?? ''
  return `${number}. ${name}`
}
