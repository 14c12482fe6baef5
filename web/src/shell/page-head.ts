import { createContext } from 'react'

/** The place in the head of a page where the actions of its record stand. Null: outside of a page. */
export const PageHead = createContext<HTMLElement | null>(null)
