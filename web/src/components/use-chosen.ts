import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ChoiceOf, everything, type FilteredList } from './choices.ts'
import type { FilterShape, ListShape } from './list-of.ts'

type Texts = Readonly<Record<string, string>>

type Named<List extends FilteredList> = {
  /** The name of the list in the address. */
  readonly as: List
  /** Its main filter. Default: `state`. */
  readonly filter?: string
  /** The choice without one in the address. Default: all rows. */
  readonly first?: ChoiceOf<List>
  /** Choices that are several filters or an order. */
  readonly several?: Readonly<Record<string, Texts>>
}

export type Chosen = {
  readonly chosen: Texts
  /** What the page shows before anybody chooses. */
  readonly first: Texts
  readonly onChoose: (chosen: Texts) => void
}

/**
 * What people choose in a list, by the names of its filters. The address contains it, so that a number can link to
 * exactly the rows that it counts, and people can send what they see.
 */
export function useChosen<List extends FilteredList>(
  { filters, sorts }: ListShape,
  { as, filter = 'state', first, several = {} }: Named<List>,
): Chosen {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const known = (name: string, value: string) =>
    name === 'sort' ? sorts.includes(value) : isValueOf(filters, name, value)
  const textsOf = (choice: string): Texts | undefined =>
    choice === everything
      ? {}
      : (several[choice] ?? (known(filter, choice) ? { [filter]: choice } : undefined))
  const firstTexts = (first && textsOf(first)) ?? {}
  const address = search[as]
  return {
    chosen: typeof address === 'string' ? textsIn(address) : firstTexts,
    first: firstTexts,
    onChoose: (chosen) => {
      void navigate({
        to: '.',
        search: (all: object) => ({ ...all, [as]: addressOf(chosen) }),
        hash: true,
        replace: true,
        resetScroll: false,
        hashScrollIntoView: false,
      })
    },
  }

  function textsIn(written: string): Texts {
    const [main = '', ...parts] = written.split(';')
    const further = [...new URLSearchParams(parts.join('&'))].filter(([name, value]) =>
      known(name, value),
    )
    return { ...(textsOf(main) ?? firstTexts), ...Object.fromEntries(further) }
  }

  function addressOf(chosen: Texts): string {
    const named = Object.entries(several).find(([, texts]) => isSame(texts, chosen))?.[0]
    if (named !== undefined) return named
    const { [filter]: choice = everything, ...others } = chosen
    const further = new URLSearchParams(others).toString().replaceAll('&', ';')
    return further === '' ? choice : `${choice};${further}`
  }
}

export function isSame(one: Texts, other: Texts): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  )
}

function isValueOf(filters: readonly FilterShape[], name: string, value: string): boolean {
  const filter = filters.find((each) => each.name === name)
  return filter !== undefined && (filter.values?.includes(value) ?? value !== '')
}
