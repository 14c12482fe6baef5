import { createContext, type ReactNode } from 'react'

/** Shows what an action has done, outside of its row, because the row is often gone by then. Undefined: outside of a list. */
export const Results = createContext<((result: ReactNode) => void) | undefined>(undefined)
