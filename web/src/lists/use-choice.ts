import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ChoiceOf, type ChosenRows, everything, type FilteredList } from './choices.ts'

/**
 * The choice of rows that a list shows. The address contains it under the name of the list, so that a number can link
 * to exactly the rows that it counts, and people can send what they see.
 */
export function useChoice<List extends FilteredList>(
  list: List,
  first?: ChoiceOf<List>,
): [ChoiceOf<List> | undefined, (value: ChoiceOf<List> | undefined) => void] {
  const search: ChosenRows<FilteredList> = useSearch({ strict: false })
  const navigate = useNavigate()
  const named = search[list] as ChosenRows<List>[List]
  const value = named === undefined ? first : named === everything ? undefined : named
  const choose = (chosen: ChoiceOf<List> | undefined) => {
    void navigate({
      to: '.',
      search: (all: object) => ({ ...all, [list]: chosen ?? everything }),
      hash: true,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  }
  return [value as ChoiceOf<List> | undefined, choose]
}
