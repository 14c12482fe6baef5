import { lazy, Suspense, useState } from 'react'
import { readStored, store } from '../../browser-storage.ts'
import { isAdministrator } from '../rights.ts'
import { useMe } from '../use-me.ts'

const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }))

/** The first steps of a company, for those who take them, until they are done or the person puts them away. */
export function FirstDay() {
  const { data: me } = useMe()
  const [isAway, setAway] = useState(false)
  if (me === undefined || !isAdministrator(me) || me.company.supplier || isAway) return null
  const name = `purveyor.first-day.${me.company.id}`
  if (readStored(name) !== null) return null
  const putAway = () => {
    store(name, 'over')
    setAway(true)
  }
  return (
    <Suspense>
      <FirstSteps onOver={putAway} />
    </Suspense>
  )
}
