import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../language/use-words.ts'
import parts from './parts.module.css'

type Props = {
  readonly act: string
  /** `act` with its subject, for people who do not see where the button stands. */
  readonly label?: string
  readonly effect: string
  readonly isPending: boolean
  readonly onAct: () => void
}

/** A button whose effect nobody can take back: the first press says what happens, and the second does it. */
export function AskFirst({ act, label = act, effect, isPending, onAct }: Props) {
  const { t } = useWords()
  const [isAsking, setAsking] = useState(false)
  if (!isAsking) {
    return (
      <Button variant="default" aria-label={label} onClick={() => setAsking(true)}>
        {act}
      </Button>
    )
  }
  return (
    <div className={parts.action} role="alert">
      <p>{effect}</p>
      <div className={parts.actions}>
        <Button color="red" aria-label={label} loading={isPending} onClick={onAct}>
          {act}
        </Button>
        <Button variant="default" onClick={() => setAsking(false)}>
          {t('orderPage.leave')}
        </Button>
      </div>
    </div>
  )
}
