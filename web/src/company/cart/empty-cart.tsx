import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { useWords } from '../../language/use-words.ts'

/** The cart has nothing: the catalogue has. */
export function EmptyCart({ children }: { readonly children?: ReactNode }) {
  const { rich } = useWords()
  return (
    <EmptyState>
      <span>{rich('cart.empty', { link: (name) => <Link to="/">{name}</Link> })}</span>
      {children}
    </EmptyState>
  )
}
