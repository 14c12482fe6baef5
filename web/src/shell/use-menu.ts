import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** On a phone the places are behind a button. Escape and a chosen page close them. */
export function useMenu() {
  const { pathname } = useLocation()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a menu that led to a page has done its work.
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!isOpen) return undefined
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOpen])
  return { isOpen, toggle: () => setOpen(!isOpen), button }
}
