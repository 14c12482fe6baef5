import { useState } from 'react'
import { readStored, store } from '../../browser-storage.ts'
import type { ColumnShape, ListShape } from '../list-of.ts'

/** The columns that the reader chose for a list, in this browser. Without a choice it shows all. */
export function useShownColumns({ name }: ListShape, columns: readonly ColumnShape[]) {
  const [chosen, choose] = useState<readonly string[] | undefined>(() =>
    readStored(keyOf(name))?.split(' '),
  )
  return {
    columns:
      chosen === undefined
        ? columns
        : columns.filter(({ path }, at) => at === 0 || chosen.includes(path)),
    show: (paths: readonly string[]) => {
      choose(paths)
      store(keyOf(name), paths.join(' '))
    },
  }
}

const keyOf = (list: string) => `purveyor.columns.${list}`
