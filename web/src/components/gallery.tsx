import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { MessageKey } from '../language/catalogue.ts'
import { regionalLocale } from '../language/chosen-language.ts'
import { type Language, languages } from '../language/languages.ts'
import { LanguageContext, useLanguage, useWords } from '../language/use-words.ts'
import { createWords } from '../language/words.ts'
import { loadOperators } from '../messages/load-operators.ts'
import { loadSettings } from '../messages/load-settings.ts'
import { ActionView, Result } from './action.tsx'
import card from './card.module.css'
import { EmptyState } from './empty-state.tsx'
import { Facts } from './facts.tsx'
import { Figure } from './figure.tsx'
import { FormView } from './form.tsx'
import { Field } from './forms/field.tsx'
import styles from './gallery.module.css'
import { ListView } from './list-view.tsx'
import { Mark, type MarkTone } from './mark.tsx'
import { NotFound } from './not-found.tsx'
import { QueryView } from './query-view.tsx'
import { RetryOrDiscard } from './retry-or-discard.tsx'

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
    queryFn: async () => {
      const messages = { ...(await loadOperators(language)), ...(await loadSettings(language)) }
      return createWords(language, regionalLocale(language), messages)
    },
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
const nowhere = async () => undefined
const stoppedJob = {
  retry: { choice: 'work.jobs.retry', act: 'lists.retry', done: 'work.jobs.isRetried' },
  discard: { choice: 'work.jobs.discard', act: 'lists.discard', done: 'lists.isDiscarded' },
  why: 'lists.whyNotDone',
} as const

function States({ language }: { readonly language: Language }) {
  const { t } = useWords()
  const sentence = t('settings.components.sentence')
  return (
    <>
      <h2>{languages[language]}</h2>
      <p>{t('settings.components.what')}</p>
      <State title="settings.components.loading">
        {(title) => <Parts title={title} items={undefined} isPending />}
      </State>
      <State title="settings.components.empty">
        {(title) => (
          <>
            <Orders title={title} items={[]} />
            <EmptyState mark="good">{t('lists.noneInState')}</EmptyState>
          </>
        )}
      </State>
      <State title="settings.components.notFound">{() => <NotFound />}</State>
      <State title="settings.components.error">
        {(title) => <Parts title={title} items={undefined} error={failed} />}
      </State>
      <State title="settings.components.refused">
        {() => <Decision problem={t('lists.sayWhy')} />}
      </State>
      <State title="settings.components.full">
        {(title) => <Parts title={title} items={orders} text={t('shell.yes')} />}
      </State>
      <State title="settings.components.done">
        {() => (
          <div>
            <ActionView ask={t('lists.retry')} onPress={nothing} />
            <Result>{t('lists.isTriedNow')}</Result>
          </div>
        )}
      </State>
      <Signs />
      <State title="settings.components.disabled">
        {() => (
          <>
            <Decision isDisabled />
            <div>
              <ActionView ask={t('lists.retry')} isDisabled onPress={nothing} />
            </div>
          </>
        )}
      </State>
      <State title="settings.components.long">
        {(title) => <Parts title={title} items={orders} text={sentence} />}
      </State>
      <State title="settings.components.narrow">
        {(title) => (
          <div className={`${styles.state} ${styles.narrow}`}>
            <Parts title={title} items={orders} text={sentence} />
          </div>
        )}
      </State>
    </>
  )
}

function Signs() {
  const { t } = useWords()
  return (
    <>
      <State title="settings.components.retryOrDiscard">
        {(title) => (
          <div>
            <RetryOrDiscard
              label={t(title)}
              words={stoppedJob}
              onRetry={nowhere}
              onDiscard={nowhere}
            />
          </div>
        )}
      </State>
      <State title="settings.components.marks">{() => <Marks />}</State>
    </>
  )
}

const tones: readonly (readonly [MarkTone, MessageKey])[] = [
  ['good', 'operations.sectionOk'],
  ['info', 'operations.tone.info'],
  ['warning', 'operations.tone.warning'],
  ['critical', 'operations.tone.critical'],
]

function Marks() {
  const { t } = useWords()
  return tones.map(([tone, label]) => (
    <span key={tone} className={card.state}>
      <Mark tone={tone} />
      {t(label)}
    </span>
  ))
}

type StateProps = {
  readonly title: MessageKey
  readonly children: (title: MessageKey) => ReactNode
}

function State({ title, children }: StateProps) {
  const { t } = useWords()
  return (
    <>
      <h3>{t(title)}</h3>
      <div className={styles.state}>{children(title)}</div>
    </>
  )
}

type PartsProps = {
  readonly title: MessageKey
  readonly items: typeof orders | undefined
  readonly text?: string | undefined
  readonly isPending?: boolean | undefined
  readonly error?: unknown
}

/** A list, a record, a form and an action, and with a text a figure and an empty state. */
function Parts({ title, items, text, isPending = false, error = null }: PartsProps) {
  const { t, money } = useWords()
  return (
    <>
      <Orders {...{ title, items, isPending, error }} text={text} />
      <QueryView query={{ data: text, isPending, error }}>
        {(shown) => (
          <Facts
            facts={[
              [t('lists.column.state'), shown],
              [t('lists.column.amount'), money({ amount: '13.99', currency: 'EUR' })],
            ]}
          />
        )}
      </QueryView>
      <Decision {...{ isPending, error }} text={text} />
      <div>
        <ActionView
          ask={text ?? t('settings.delete')}
          {...{ isPending, error }}
          onPress={nothing}
        />
      </div>
      {text !== undefined && (
        <>
          <Figure label={t('settings.components.figure')}>{text}</Figure>
          <EmptyState>{text}</EmptyState>
        </>
      )}
    </>
  )
}

function Orders({ title, items, text, isPending = false, error = null }: PartsProps) {
  const { money } = useWords()
  return (
    <ListView
      title={title}
      items={items}
      isLoading={isPending}
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
  readonly text?: string | undefined
  readonly isPending?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  readonly problem?: string
  readonly error?: unknown
}

function Decision({ text, isPending, isDisabled, problem, error = null }: DecisionProps) {
  const { t } = useWords()
  const [value, choose] = useState('retry')
  const choices = [
    { value: 'retry', label: text ?? t('lists.retry') },
    { value: 'discard', label: t('lists.discard') },
  ]
  return (
    <FormView
      act={t('lists.decide')}
      {...{ isPending, isDisabled, error }}
      onSubmit={nothing}
      onLeave={nothing}
    >
      <Field
        field={{ name: 'decided', label: 'lists.decision', shown: 'one', choices }}
        value={value}
        onChange={choose}
      />
      <Field
        field={{ name: 'note', label: 'lists.whyNotDone', missing: 'lists.sayWhy' }}
        value=""
        error={problem}
        onChange={nothing}
      />
    </FormView>
  )
}
