import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { Results } from '../../components/results.ts'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import type { Me } from '../api.ts'
import { isAdministrator, mayReadBudgets } from '../rights.ts'
import { useMe } from '../use-me.ts'
import tabs from './tabs.module.css'

const parts = [
  'details',
  'people',
  'addresses',
  'cost-centers',
  'gl-accounts',
  'projects',
  'budgets',
  'approval-rules',
  'webhooks',
  'keys',
  'apps',
] as const
type Part = 'units' | (typeof parts)[number]

/** Those that not everybody finds. */
const isFor: Partial<Readonly<Record<Part, (me: Me) => boolean>>> = {
  budgets: mayReadBudgets,
  'approval-rules': isAdministrator,
  webhooks: isAdministrator,
  keys: isAdministrator,
  apps: isAdministrator,
}

type Props = {
  readonly part: Part
  readonly children: ReactNode
}

/** The frame of a part of the company: the way to the other parts, and what a change has done. */
export function CompanyPart({ part, children }: Props) {
  const { t } = useWords()
  const { data: me } = useMe()
  const [result, setResult] = useState<ReactNode>()
  const isOwn = (name: Part) => me !== undefined && (isFor[name]?.(me) ?? true)
  const title = t(`ourCompany.part.${part}`)
  return (
    <Page title={title} headline={title}>
      <div>
        <nav className={tabs.tabs} aria-label={t('ourCompany.title')}>
          <Link to="/company" activeOptions={{ exact: true }}>
            {t('ourCompany.part.units')}
          </Link>
          {parts.filter(isOwn).map((name) => (
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
      {isOwn(part) ? (
        <Results value={setResult}>{children}</Results>
      ) : (
        <EmptyState>{t('ourCompany.notYours')}</EmptyState>
      )}
    </Page>
  )
}
