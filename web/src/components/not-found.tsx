import { Link } from '@tanstack/react-router'
import { useWords } from '../language/use-words.ts'
import { EmptyState } from './empty-state.tsx'

/** Stands where an address leads to nothing, and says where to go. */
export function NotFound() {
  const { rich } = useWords()
  return (
    <EmptyState>
      <span>
        {rich('shell.notFound.advice', {
          link: (name) => <Link to="/admin/operations">{name}</Link>,
        })}
      </span>
    </EmptyState>
  )
}
