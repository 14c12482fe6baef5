import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import type { FilterShape, ListShape } from '../lists/list-of.ts'
import lists from '../lists/lists.module.css'
import { labelOf, stateName } from './cell.tsx'
import { Form, type FormField, type Values } from './form.tsx'
import { Select } from './select.tsx'

type Props = {
  readonly list: ListShape
  /** The filters that the page sets itself. */
  readonly fixed: Values
  /** What the reader chose, by the names of the filters, and the order as `sort`. */
  readonly chosen: Values
  readonly onChoose: (chosen: Values) => void
  /** The area of the catalogues with the names of the values of a filter. */
  readonly areaOf: (name: string) => string
}

/** The filters and orders of a list: choices stand beside its heading, and a form opens for what people type. */
export function ListFilters({ list, fixed, chosen, onChoose, areaOf }: Props) {
  const words = useWords()
  const { t } = words
  const [clearings, setClearings] = useState(0)
  const filters = list.filters.filter(({ name }) => !(name in fixed))
  const choices = filters.flatMap(({ name, kind, values, byDefault }) => {
    const label = t(labelOf(words, list, name))
    const any = { value: '', label: t('lists.any', { column: label }) }
    if (kind === 'flag') {
      const flags = ['true', 'false'] as const
      const data = flags.map((value) => ({
        value,
        label: `${label}: ${t(value === 'true' ? 'shell.yes' : 'shell.no')}`,
      }))
      return [{ name, label, data: [any, ...data], byDefault }]
    }
    if (kind !== 'choice') return []
    const data = (values ?? []).map((value) => ({
      value,
      label: stateName(words, areaOf(name), value),
    }))
    return [{ name, label, data: byDefault === undefined ? [any, ...data] : data, byDefault }]
  })
  const typed = filters.filter(({ kind }) => kind !== 'choice' && kind !== 'flag')
  const sorts = list.sorts.map((value) => ({
    value,
    label: words.find(`lists.sort.${value}`) ?? value,
  }))
  const choose = (name: string, value: string) => onChoose(given({ ...chosen, [name]: value }))
  const set = typed.filter(({ name }) => name in chosen)
  return (
    <>
      <div className={lists.filters}>
        {choices.map(({ name, label, data, byDefault = '' }) => (
          <Select
            key={name}
            aria-label={label}
            data={data}
            value={chosen[name] ?? byDefault}
            onChange={({ currentTarget: { value } }) => choose(name, value)}
          />
        ))}
        {sorts.length > 1 && (
          <Select
            aria-label={t('lists.sort')}
            data={sorts}
            value={chosen.sort ?? list.sorts[0]}
            onChange={({ currentTarget: { value } }) => choose('sort', value)}
          />
        )}
        {Object.keys(chosen).length > 0 && (
          <Button
            variant="default"
            onClick={() => {
              setClearings(clearings + 1)
              onChoose({})
            }}
          >
            {t('lists.clearFilters')}
          </Button>
        )}
      </div>
      {typed.length > 0 && (
        <details className={lists.moreFilters}>
          <summary>{t('lists.moreFilters', { count: set.length })}</summary>
          <Form
            key={clearings}
            act={t('lists.applyFilters')}
            fields={typed.map((filter) =>
              fieldOf(filter, labelOf(words, list, filter.name), chosen),
            )}
            layout="line"
            run={async (values) => {
              const entered = typed.map(
                (filter) => [filter.name, queryValue(filter, values[filter.name] ?? '')] as const,
              )
              onChoose(given({ ...chosen, ...Object.fromEntries(entered) }))
            }}
            isQuiet
            keepsValues
          />
        </details>
      )}
    </>
  )
}

const typeOf = { time: 'datetime-local', day: 'date', company: 'company', text: 'text' } as const

function fieldOf(filter: FilterShape, label: MessageKey, chosen: Values): FormField {
  const { name, kind, maxLength } = filter
  const value = chosen[name] ?? ''
  return {
    name,
    label,
    type: typeOf[kind as keyof typeof typeOf],
    initial: kind === 'time' && value !== '' ? localTime(value) : value,
    ...(maxLength !== undefined && { maxLength }),
  }
}

/** The value for the API. A field for a time has the time of the reader's clock. */
function queryValue({ kind }: FilterShape, text: string): string {
  return kind === 'time' && text !== '' ? new Date(text).toISOString() : text
}

function localTime(instant: string): string {
  const time = new Date(instant)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function given(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}
