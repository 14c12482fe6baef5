import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useWords } from '../language/use-words.ts'
import { themes } from '../shell/theme-switch.tsx'
import type { Action, Command } from './command.ts'
import styles from './palette.module.css'

type Props = {
  /** A hook: the lines that fit the typed text, the nearest first. */
  readonly useCommands: (typed: string, actions: readonly Action[]) => readonly Command[]
  /** What a person can type. */
  readonly label: string
  readonly onSignOut: () => void
}

/** Pages, records and actions by what a person types. Ctrl-K or Cmd-K opens it, and Escape closes it. */
export function Palette({ onSignOut, ...commands }: Props) {
  const { t } = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const [openings, setOpenings] = useState(0)
  // The browser keeps the focus inside, and gives it back.
  const open = () => {
    if (dialog.current?.open) return
    setOpenings((before) => before + 1)
    dialog.current?.showModal()
  }
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (dialog.current?.open) dialog.current.close()
      else open()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        {t('shell.palette')}
        <span className={styles.keys} aria-hidden="true">
          {t('shell.palette.keys')}
        </span>
      </button>
      <dialog ref={dialog} className={styles.dialog} aria-label={t('shell.palette')}>
        {openings > 0 && (
          <Commands
            key={openings}
            {...commands}
            onSignOut={onSignOut}
            onLeave={() => dialog.current?.close()}
          />
        )}
      </dialog>
    </>
  )
}

type CommandsProps = Props & { readonly onLeave: () => void }

function Commands({ useCommands, label, onSignOut, onLeave }: CommandsProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const commands = useCommands(typed, [
    ...(['light', 'dark', 'auto'] as const).map((theme) => ({
      id: `theme-${theme}`,
      name: `${t('shell.theme')}: ${t(themes[theme])}`,
      act: () => setColorScheme(theme),
    })),
    { id: 'sign-out', name: t('shell.signOut'), act: onSignOut },
  ])
  const run = ({ place, act }: Command) => {
    onLeave()
    act?.()
    if (place) void navigate(place)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && commands.length > 0) {
      event.preventDefault()
      setAt((at + step + commands.length) % commands.length)
    }
    const chosen = commands[at]
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      run(chosen)
    }
  }
  return (
    <>
      <input
        ref={field}
        className={styles.field}
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={listId}
        {...(commands.length > 0 && { 'aria-activedescendant': optionId(listId, at) })}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      {commands.length === 0 && (
        <p className={styles.none} role="status">
          {t('shell.palette.none')}
        </p>
      )}
      <Options id={listId} commands={commands} at={at} onRun={run} />
    </>
  )
}

type OptionsProps = {
  readonly id: string
  readonly commands: readonly Command[]
  /** The chosen one. */
  readonly at: number
  readonly onRun: (command: Command) => void
}

const optionId = (listId: string, index: number) => `${listId}-${index}`

function Options({ id, commands, at, onRun }: OptionsProps) {
  const { t } = useWords()
  return (
    <div id={id} className={styles.list} role="listbox" aria-label={t('shell.palette')}>
      {commands.map((command, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys work in the field, which keeps the focus.
        <div
          key={command.id}
          id={optionId(id, index)}
          className={styles.option}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          ref={(element) => {
            if (index === at) element?.scrollIntoView({ block: 'nearest' })
          }}
          onClick={() => onRun(command)}
        >
          <span>{command.name}</span>
          <span className={styles.kind}>{command.kind}</span>
        </div>
      ))}
    </div>
  )
}
