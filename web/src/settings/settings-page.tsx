import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import card from '../components/card.module.css'
import { useWords } from '../language/use-words.ts'
import { useEndedSession } from '../session.ts'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { Page } from '../shell/page.tsx'
import styles from './settings.module.css'

const part = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

/** What operators set for the whole platform, and where they see who changed what. */
const parts = {
  audit: part(async () => (await import('./audit.tsx')).Audit),
  taxes: part(async () => (await import('./taxes.tsx')).Taxes),
  shipping: part(async () => (await import('./shipping.tsx')).Shipping),
  prices: part(async () => (await import('./price-lists.tsx')).PriceLists),
  assortments: part(async () => (await import('./assortments.tsx')).Assortments),
  models: part(async () => (await import('./model-limits.tsx')).ModelLimits),
  ads: part(async () => (await import('./campaigns.tsx')).Campaigns),
  imports: part(async () => (await import('./imports.tsx')).Imports),
  components: part(async () => (await import('../components/gallery.tsx')).Gallery),
}

type Name = keyof typeof parts
const names = Object.keys(parts) as Name[]

/** `name` is empty on the page that leads to the others. */
export function SettingsPage({ name }: { readonly name: string }) {
  const { t } = useWords()
  useEndedSession()
  if (name !== '' && !Object.hasOwn(parts, name)) return <NotFoundPage />
  const title = name === '' ? t('shell.page.settings') : t(`settings.part.${name as Name}`)
  const Part = parts[name as Name]
  return (
    <Page title={title} headline={title}>
      <nav className={`${card.card} ${styles.parts}`} aria-label={t('shell.page.settings')}>
        {names.map((each) => (
          <Link key={each} to="/admin/settings/$part" params={{ part: each }}>
            {t(`settings.part.${each}`)}
          </Link>
        ))}
      </nav>
      {name !== '' && (
        <Suspense fallback={<Skeleton height={120} />}>
          <Part />
        </Suspense>
      )}
    </Page>
  )
}
