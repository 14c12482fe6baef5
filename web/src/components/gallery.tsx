import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { loadCatalogue, type MessageKey } from '../language/catalogue.ts'
import { regionalLocale } from '../language/chosen-language.ts'
import { type Language, languages } from '../language/languages.ts'
import { LanguageContext, useLanguage, useWords } from '../language/use-words.ts'
import { createWords } from '../language/words.ts'
import { ConfirmedButton } from '../lists/confirmed-button.tsx'
import { Choices, DecisionForm } from '../lists/decision.tsx'
import card from '../operations/operations.module.css'
import { Facts } from '../records/facts.tsx'
import { EmptyState } from './empty-state.tsx'
import { Figure } from './figure.tsx'
import styles from './gallery.module.css'
import { ListView } from './list-view.tsx'

/** Each component in each state and each language. */
export function Gallery() {
  return (
    <>
      {(Object.keys(languages) as Language[]).map((language) => (
        <InLanguage key={language} language={language}>
          <States language={language} />
        </InLanguage>
      ))}
    </>
  )
}

/** Shows a part of the page in a language that the reader has not chosen. */
function InLanguage(props: { readonly language: Language; readonly children: ReactNode }) {
  const { language, children } = props
  const { choose } = useLanguage()
  const { data: words } = useQuery({
    queryKey: ['words', language],
    queryFn: async () =>
      createWords(language, regionalLocale(language), await loadCatalogue(language)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!words) return null
  return (
    <div lang={language}>
      <LanguageContext value={{ words, choose }}>{children}</LanguageContext>
    </div>
  )
}

const orders = [
  { id: 'ord_01', amount: '13.99' },
  { id: 'ord_02', amount: '1234567.89' },
]
const failed = new Error('Shown as an error of this page.')
const nothing = () => undefined

function States({ language }: { readonly language: Language }) {
  const { t } = useWords()
  return (
    <>
      <h2>{languages[language]}</h2>
      <p>{t('settings.components.what')}</p>
      <State title={t('settings.components.loading')}>
        <Orders title="settings.components.loading" items={undefined} isLoading />
      </State>
      <State title={t('settings.components.empty')}>
        <Orders title="settings.components.empty" items={[]} />
        <EmptyState mark="good">{t('lists.noneInState')}</EmptyState>
      </State>
      <State title={t('settings.components.error')}>
        <Orders title="settings.components.error" items={undefined} error={failed} />
        <Decision error={failed} />
      </State>
      <State title={t('settings.components.full')}>
        <Whole title="settings.components.full" text={t('shell.yes')} />
      </State>
      <State title={t('settings.components.disabled')}>
        <Decision isPending />
      </State>
      <State title={t('settings.components.long')}>
        <Whole title="settings.components.long" text={t('settings.components.sentence')} />
      </State>
      <State title={t('settings.components.narrow')}>
        <div className={`${styles.state} ${styles.narrow}`}>
          <Whole title="settings.components.narrow" text={t('settings.components.sentence')} />
        </div>
      </State>
    </>
  )
}

function State({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <h3>{title}</h3>
      <div className={styles.state}>{children}</div>
    </>
  )
}

/** A list, a record, a form, an action, a figure and an empty state, each with this text. */
function Whole({ title, text }: { readonly title: MessageKey; readonly text: string }) {
  const { t, money } = useWords()
  return (
    <>
      <Orders title={title} items={orders} text={text} />
      <Facts
        facts={[
          [t('lists.column.state'), text],
          [t('lists.column.amount'), money({ amount: '13.99', currency: 'EUR' })],
        ]}
      />
      <Decision text={text} />
      <ConfirmedButton
        ask={t('settings.delete')}
        label={text}
        confirm={t('lists.discard')}
        act={async () => undefined}
        changes={['components']}
      />
      <Figure label={t('settings.components.figure')}>{text}</Figure>
      <EmptyState>{text}</EmptyState>
    </>
  )
}

type OrdersProps = {
  readonly title: MessageKey
  readonly items: typeof orders | undefined
  readonly text?: string
  readonly isLoading?: boolean
  readonly error?: unknown
}

function Orders({ title, items, text, isLoading = false, error }: OrdersProps) {
  const { money } = useWords()
  return (
    <ListView
      title={title}
      items={items}
      isLoading={isLoading}
      error={error}
      none="lists.noneInState"
      columns={[
        { title: 'lists.column.order' },
        { title: 'lists.column.state' },
        { title: 'lists.column.amount', isNumber: true },
      ]}
      row={({ id, amount }) => (
        <tr key={id}>
          <th scope="row">{id}</th>
          <td>{text}</td>
          <td className={card.number}>{money({ amount, currency: 'EUR' })}</td>
        </tr>
      )}
    />
  )
}

type DecisionProps = {
  readonly text?: string
  readonly isPending?: boolean
  readonly error?: unknown
}

function Decision({ text, isPending = false, error = null }: DecisionProps) {
  const { t } = useWords()
  const [value, choose] = useState<'retry' | 'discard'>('retry')
  return (
    <DecisionForm
      act={t('lists.decide')}
      deciding={{ isPending, error }}
      onDecide={nothing}
      onLeave={nothing}
    >
      <Choices
        choices={{ retry: text ?? t('lists.retry'), discard: t('lists.discard') }}
        value={value}
        onChoose={choose}
      />
    </DecisionForm>
  )
}
