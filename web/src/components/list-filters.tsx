import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { labelOf, stateName } from './cell.tsx'
import { Form, type FormField, type Values } from './form.tsx'
import { Select } from './forms/select.tsx'
import type { FilterShape, ListShape } from './list-of.ts'
import lists from './lists.module.css'
import { isSame } from './use-chosen.ts'

type Props = {
  readonly list: ListShape
  /** The filters that the page sets itself. */
  readonly fixed: Values
  /** What the reader chose, by the names of the filters, and the order as `sort`. */
  readonly chosen: Values
  /** What the page shows before anybody chooses. */
  readonly first: Values
  readonly onChoose: (chosen: Values) => void
  /** The area of the catalogues with the names of the values of a filter. */
  readonly areaOf: (name: string) => string
  /** The form is open at first. */
  readonly isOpen: boolean
}

/** The filters and orders of a list: choices stand beside its heading, and a form opens for what people type. */
export function ListFilters({ list, fixed, chosen, first, onChoose, areaOf, isOpen }: Props) {
  const { t } = useWords()
  const [clearings, setClearings] = useState(0)
  const filters = list.filters.filter(({ name }) => !(name in fixed))
  const choose = (values: Values) => onChoose(given({ ...chosen, ...values }))
  const clear = () => {
    setClearings(clearings + 1)
    onChoose(first)
  }
  return (
    <>
      <div className={lists.filters}>
        {filters.filter(isChoice).map((filter) => (
          <Choice key={filter.name} {...{ list, filter, chosen, areaOf }} onChoose={choose} />
        ))}
        {list.sorts.length > 1 && <Order {...{ list, chosen }} onChoose={choose} />}
        {!isSame(chosen, first) && (
          <Button variant="default" onClick={clear}>
            {t('lists.clearFilters')}
          </Button>
        )}
      </div>
      <TypedFilters
        clearings={clearings}
        list={list}
        filters={filters.filter((filter) => !isChoice(filter))}
        chosen={chosen}
        onChoose={choose}
        isOpen={isOpen}
      />
    </>
  )
}

const isChoice = ({ kind }: FilterShape) => kind === 'choice' || kind === 'flag'

type ChoiceProps = Omit<Props, 'fixed' | 'first' | 'isOpen'> & { readonly filter: FilterShape }

function Choice({ list, filter, chosen, onChoose, areaOf }: ChoiceProps) {
  const words = useWords()
  const { t } = words
  const { name, kind, values = [], byDefault } = filter
  const label = t(labelOf(words, list, name))
  const flags = [
    { value: 'true', label: `${label}: ${t('shell.yes')}` },
    { value: 'false', label: `${label}: ${t('shell.no')}` },
  ]
  const states = values.map((value) => ({ value, label: stateName(words, areaOf(name), value) }))
  const anyOfList = words.find(`columns.${list.name}.${name}.any`)
  const any = { value: '', label: anyOfList ?? t('lists.any', { column: label }) }
  return (
    <Select
      aria-label={label}
      data={[...(byDefault === undefined ? [any] : []), ...(kind === 'flag' ? flags : states)]}
      value={chosen[name] ?? byDefault ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose({ [name]: value })}
    />
  )
}

function Order({ list, chosen, onChoose }: Pick<Props, 'list' | 'chosen' | 'onChoose'>) {
  const { t, find } = useWords()
  return (
    <Select
      aria-label={t('lists.sort')}
      data={list.sorts.map((value) => ({ value, label: find(`lists.sort.${value}`) ?? value }))}
      value={chosen.sort ?? list.sorts[0]}
      onChange={({ currentTarget: { value } }) => onChoose({ sort: value })}
    />
  )
}

type TypedProps = Pick<Props, 'list' | 'chosen' | 'onChoose' | 'isOpen'> & {
  readonly filters: readonly FilterShape[]
  /** The form is empty again after each. */
  readonly clearings: number
}

/** The filters for words, ids and times. */
function TypedFilters({ list, filters, clearings, chosen, onChoose, isOpen }: TypedProps) {
  const [isShown, show] = useState(isOpen)
  const words = useWords()
  const { t } = words
  if (filters.length === 0) return null
  const count = filters.filter(({ name }) => name in chosen).length
  return (
    <details
      className={lists.moreFilters}
      open={isShown}
      onToggle={({ currentTarget }) => show(currentTarget.open)}
    >
      <summary>{t('lists.moreFilters', { count })}</summary>
      <Form
        key={clearings}
        act={t('lists.applyFilters')}
        fields={filters.map((filter) => fieldOf(filter, labelOf(words, list, filter.name), chosen))}
        layout="line"
        run={async (values) => {
          const entered = filters.map(
            (filter) => [filter.name, queryValue(filter, values[filter.name] ?? '')] as const,
          )
          onChoose(Object.fromEntries(entered))
        }}
        isQuiet
        keepsValues
      />
    </details>
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
