import type { Surface } from '../api-types.ts'
import { DeadLetters } from './dead-letters.tsx'
import { Fallback } from './fallback.tsx'
import { KillSwitch } from './kill-switch.tsx'
import { Rules } from './rules.tsx'
import { Runs } from './runs.tsx'

type Props = { readonly surface: Surface; readonly now: number }

/** The lists of the page Automations. */
export function AutomationLists({ surface, now }: Props) {
  return (
    <>
      <KillSwitch now={now} />
      <DeadLetters now={now} />
      <Fallback surface={surface} />
      <Rules now={now} />
      <Runs now={now} />
    </>
  )
}
