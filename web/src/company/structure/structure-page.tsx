import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Results } from '../../components/results.ts'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import tabs from '../frame/tabs.module.css'
import { NotFoundPage } from '../not-found-page.tsx'
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
  const { t } = useWords()
  const { data: me } = useMe()
  const [result, setResult] = useState<ReactNode>()
  const shown = parts.find((name) => name === part)
  if (shown === undefined) return <NotFoundPage />
  const title = t(`ourCompany.part.${shown}`)
  const mayChange = me?.person.roles.includes('company_admin') ?? false
  return (
    <Page title={title} headline={title}>
      <div>
        <nav className={tabs.tabs} aria-label={t('ourCompany.title')}>
          <Link to="/company" activeOptions={{ exact: true }}>
            {t('ourCompany.part.units')}
          </Link>
          {(['people', ...codeLists] as const).map((name) => (
            <Link
              key={name}
              to="/company/$part"
              params={{ part: name }}
              activeOptions={{ includeSearch: false }}
            >
              {t(`ourCompany.part.${name}`)}
            </Link>
          ))}
        </nav>
        <div role="status">{result}</div>
      </div>
      <Results value={setResult}>
        {shown === 'units' && <Units mayChange={mayChange} />}
        {shown === 'people' && <People mayChange={mayChange} />}
        {shown !== 'units' && shown !== 'people' && (
          <Codes list={shown} asked={asked} mayChange={mayChange} />
        )}
      </Results>
    </Page>
  )
}
