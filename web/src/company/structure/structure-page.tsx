import { CompanyPart } from '../frame/company-part.tsx'
import { NotFoundPage } from '../not-found-page.tsx'
import { isAdministrator } from '../rights.ts'
import { useMe } from '../use-me.ts'
import { Codes } from './codes.tsx'
import { People } from './people.tsx'
import { type CodesAsked, codeLists } from './structure-api.ts'
import { Units } from './units.tsx'

type Props = {
  /** The last part of the address. */
  readonly part: string
  readonly asked?: CodesAsked
}

const parts = ['units', 'people', ...codeLists] as const

/** What the company is made of: its units, its people, and the codes of its accounting. */
export function StructurePage({ part, asked = {} }: Props) {
  const { data: me } = useMe()
  const shown = parts.find((name) => name === part)
  if (shown === undefined) return <NotFoundPage />
  const mayChange = me !== undefined && isAdministrator(me)
  return (
    <CompanyPart part={shown}>
      {shown === 'units' && <Units mayChange={mayChange} />}
      {shown === 'people' && <People mayChange={mayChange} />}
      {shown !== 'units' && shown !== 'people' && (
        <Codes list={shown} asked={asked} mayChange={mayChange} />
      )}
    </CompanyPart>
  )
}
