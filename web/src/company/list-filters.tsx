import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useWords } from '../language/use-words.ts'
import { Choice } from './choice.tsx'
import parts from './parts.module.css'

/** What a person looks for in a list. It stands in the address. */
export type Asked<State extends string> = {
  readonly q?: string | undefined
  readonly state?: State | undefined
}

type Props<State extends string> = {
  readonly asked: Asked<State>
  /** What the words are compared with. */
  readonly find: string
  readonly states: readonly State[]
  readonly nameOf: (state: State) => string
  readonly onAsk: (changes: Asked<State>) => void
  readonly children?: ReactNode
}

/** The words, the state, and further filters of a list. */
export function ListFilters<State extends string>(props: Props<State>) {
  const { asked, find, states, nameOf, onAsk, children } = props
  const { t } = useWords()
  const [q, setQ] = useState(asked.q ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAsk({ q: q.trim() || undefined })
  }
  return (
    <search>
      <form className={parts.filters} onSubmit={submit}>
        <label>
          {find}
          <input
            type="search"
            maxLength={200}
            value={q}
            onChange={({ currentTarget: { value } }) => setQ(value)}
          />
        </label>
        <Choice
          label={t('ordersPage.state')}
          any={t('ordersPage.anyState')}
          chosen={asked.state}
          options={states.map((id) => ({ id, name: nameOf(id) }))}
          onChoose={(state) => onAsk({ state })}
        />
        {children}
        <Button type="submit" variant="default">
          {t('ordersPage.search')}
        </Button>
      </form>
    </search>
  )
}
