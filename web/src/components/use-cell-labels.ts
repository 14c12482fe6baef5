import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Gives each cell of a table the title of its column. On a narrow screen each row becomes a card, and the cells show
 * these titles, because the head of the table is not seen there.
 */
export function useCellLabels(): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => {
    const titles = [...(table.current?.tHead?.rows[0]?.cells ?? [])].map(
      ({ textContent }) => textContent ?? '',
    )
    for (const { cells } of table.current?.tBodies[0]?.rows ?? []) {
      for (const [at, cell] of [...cells].entries()) cell.dataset.label = titles[at] ?? ''
    }
  })
  return table
}
