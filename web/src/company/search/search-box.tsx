import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import styles from './search.module.css'
import type { Search } from './search-address.ts'
import { type Suggestion, SuggestionList } from './suggestion-list.tsx'
import { useSuggestions } from './use-suggestions.ts'

type Props = {
  readonly asked: Search
  readonly onAsk: (search: Search, replace?: boolean) => void
}

/** How long a person pauses before what they typed is searched for. */
const pauseMs = 200

/** The words of the search, with suggestions below them. It is a combobox as the ARIA practices describe it. */
export function SearchBox({ asked, onAsk }: Props) {
  const { t } = useWords()
  const listId = useId()
  const [typed, setTyped] = useState(asked.q ?? '')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  useTyping({ asked, typed, setTyped, onAsk })
  const suggestions = useSuggestions({ asked, typed, isOpen, onAsk })
  const choose = (suggestion: Suggestion) => {
    setOpen(false)
    suggestion.choose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setOpen(true)
      setActive((at) => Math.max(-1, Math.min(suggestions.length - 1, at + step)))
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const chosen = suggestions[active]
    if (isOpen && chosen) choose(chosen)
    else {
      setOpen(false)
      onAsk(withWords(asked, typed))
    }
  }
  const isShown = isOpen && suggestions.length > 0
  return (
    <search className={styles.box}>
      <input
        type="search"
        className={styles.words}
        role="combobox"
        aria-label={t('catalogue.words')}
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(isShown && active >= 0 && { 'aria-activedescendant': `${listId}-${active}` })}
        placeholder={t('catalogue.placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={1_000}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setOpen(true)
          setActive(-1)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <SuggestionList
        listId={listId}
        suggestions={isShown ? suggestions : []}
        active={active}
        onChoose={choose}
      />
    </search>
  )
}

type Typing = Props & { readonly typed: string; readonly setTyped: (text: string) => void }

/** A pause in typing searches. A search that came by the address, such as by the way back, shows its words. */
function useTyping({ asked, typed, setTyped, onAsk }: Typing): void {
  const sent = useRef(asked.q ?? '')
  useEffect(() => {
    const words = asked.q ?? ''
    if (words === sent.current) return
    sent.current = words
    setTyped(words)
  }, [asked.q, setTyped])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing searches; a filter has searched already.
  useEffect(() => {
    if (typed.trim() === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = typed.trim()
      onAsk(withWords(asked, typed), true)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
}

function withWords({ q: _before, ...filters }: Search, typed: string): Search {
  const q = typed.trim()
  return q === '' ? filters : { ...filters, q }
}
