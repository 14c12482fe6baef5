import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Results } from '../../components/results.ts'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import tabs from './tabs.module.css'

const parts = ['details', 'people', 'addresses', 'cost-centers', 'gl-accounts', 'projects'] as const

type Props = {
  readonly part: 'units' | (typeof parts)[number]
  readonly children: ReactNode
}

/** The frame of a part of the company: the way to the other parts, and what a change has done. */
export function CompanyPart({ part, children }: Props) {
  const { t } = useWords()
  const [result, setResult] = useState<ReactNode>()
  const title = t(`ourCompany.part.${part}`)
  return (
    <Page title={title} headline={title}>
      <div>
        <nav className={tabs.tabs} aria-label={t('ourCompany.title')}>
          <Link to="/company" activeOptions={{ exact: true }}>
            {t('ourCompany.part.units')}
          </Link>
          {parts.map((name) => (
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
      <Results value={setResult}>{children}</Results>
    </Page>
  )
}
