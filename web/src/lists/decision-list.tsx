import { type ReactNode, useState } from 'react'
import { List, type ListProps } from './list.tsx'

type Props<Item> = Omit<ListProps<Item>, 'row'> & {
  /** As of any list; `onSaid` takes the sentence that tells what came of the decision. */
  readonly row: (item: Item, onSaid: (sentence: string) => void) => ReactNode
}

/** A list of what is decided on in its rows. What came of it is said outside of them, because the row is gone by then. */
export function DecisionList<Item>({ row, ...list }: Props<Item>) {
  const [said, setSaid] = useState<string>()
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <List {...list} row={(item) => row(item, setSaid)} />
    </>
  )
}
