import { Button } from '@mantine/core'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useWords } from '../language/use-words.ts'
import { Refusal } from '../shell/refusal.tsx'
import { isStepUpRequired, StepUp } from '../sign-in/step-up.tsx'
import styles from './lists.module.css'
import { nameWith } from './name-with.ts'
import { useOpening } from './use-opening.ts'

type Props = {
  readonly ask: string
  /** The subject of `ask`, for people who do not see the row. */
  readonly label: string
  /** The second button, which acts. */
  readonly confirm: string
  readonly act: () => Promise<void>
  /** What is read again afterwards. */
  readonly changes: QueryKey
}

/** Acts after a second click, so that nobody acts by accident, and after a step-up if the API requires one. */
export function ConfirmedButton({ ask, label, confirm, act, changes }: Props) {
  const { t } = useWords()
  const queries = useQueryClient()
  const { isOpen, open, leave, opener, opened } = useOpening()
  const acting = useMutation({
    mutationFn: act,
    onSuccess: () => {
      leave()
      return queries.invalidateQueries({ queryKey: changes })
    },
  })
  return (
    <div className={styles.buttons}>
      {isOpen ? (
        <div ref={opened} className={styles.buttons}>
          <Button size="compact-sm" loading={acting.isPending} onClick={() => acting.mutate()}>
            {confirm}
          </Button>
          <Button size="compact-sm" variant="default" onClick={leave}>
            {t('lists.leave')}
          </Button>
        </div>
      ) : (
        <Button
          ref={opener}
          size="compact-sm"
          variant="default"
          aria-label={nameWith(ask, label)}
          onClick={open}
        >
          {ask}
        </Button>
      )}
      {isStepUpRequired(acting.error) ? (
        <StepUp why="signIn.stepUp.change" onDone={() => acting.mutate()} />
      ) : (
        <Refusal error={acting.error} />
      )}
    </div>
  )
}
