import { type ReactNode, useState } from 'react'
import { List, type ListProps } from './list.tsx'

type Props<Item> = Omit<ListProps<Item>, 'row'> & {
  /** Like the row of a plain list. Call `onResult` with a sentence about the result of the decision. */
  readonly row: (item: Item, onResult: (sentence: string) => void) => ReactNode
}

/** A list with decisions in its rows. The result is shown outside of the row, because the row is gone by then. */
export function DecisionList<Item>({ row, ...list }: Props<Item>) {
  const [result, setResult] = useState<string>()
  return (
    <>
      <p className="visually-hidden" role="status">
        {result}
      </p>
      <List {...list} row={(item) => row(item, setResult)} />
    </>
  )
}
