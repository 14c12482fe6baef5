import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { Action } from '../action.tsx'
import { labelOf } from '../cell.tsx'
import { Form, type Values } from '../form.tsx'
import { Field } from '../forms/field.tsx'
import type { ColumnShape, ListShape } from '../list-of.ts'
import lists from '../lists.module.css'
import { deleteView, listViews, type SavedView, saveView } from './views-api.ts'

type Props = {
  readonly list: ListShape
  /** The columns that the table can show. The first one always stays: it says which record a row is. */
  readonly columns: readonly ColumnShape[]
  readonly shown: readonly ColumnShape[]
  readonly onShow: (columns: readonly string[]) => void
  /** The filters, and the order as `sort`. */
  readonly chosen: Values
  readonly onChoose: (chosen: Values) => void
}

/** The columns of a table, and what its reader saved under a name: filters, order and columns. */
export function ViewMenu(props: Props) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  // Nobody leaves a column out of two.
  if (props.columns.length < 3) return null
  return (
    <details
      className={lists.moreFilters}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('lists.view')}</summary>
      {isOpen && <View {...props} />}
    </details>
  )
}

function View(props: Props) {
  const { list, columns, shown, onShow } = props
  const words = useWords()
  // The first one always stays.
  const fields = columns.slice(1).map(({ path }) => ({
    value: path,
    label: words.t(labelOf(words, list, path)),
  }))
  return (
    <>
      <div className={lists.columns}>
        <Field
          field={{ name: 'columns', label: 'lists.columns', shown: 'several', choices: fields }}
          value={pathsOf(shown).join(' ')}
          onChange={(chosen) => onShow(chosen.split(' '))}
        />
      </div>
      <SavedViews {...props} />
    </>
  )
}

function SavedViews({ list, columns, shown, onShow, chosen, onChoose }: Props) {
  const { t } = useWords()
  const views = useQuery({
    queryKey: ['views', list.name],
    queryFn: ({ signal }) => listViews(list.name, signal),
  })
  const open = ({ filters, sort, columns: saved }: SavedView) => {
    onShow(saved ?? pathsOf(columns))
    onChoose({ ...filters, ...(sort !== undefined && { sort }) })
  }
  return (
    <>
      <Refusal error={views.error} />
      <ul className={lists.views}>
        {views.data?.map((view) => (
          <li key={view.id}>
            <Button variant="default" onClick={() => open(view)}>
              {view.name}
            </Button>
            <Action
              ask={t('lists.view.delete')}
              label={t('lists.view.deleteNamed', { name: view.name })}
              run={() => deleteView(view.id)}
            />
          </li>
        ))}
      </ul>
      <Form
        act={t('lists.view.save')}
        fields={[
          {
            name: 'name',
            label: 'lists.view.name',
            description: 'lists.view.what',
            missing: 'lists.view.nameMissing',
            maxLength: 60,
          },
        ]}
        layout="line"
        run={({ name = '' }) => {
          const { sort, ...filters } = chosen
          return saveView(
            list.name,
            name,
            { filters, sort, columns: pathsOf(shown) },
            views.data ?? [],
          )
        }}
      />
    </>
  )
}

const pathsOf = (columns: readonly ColumnShape[]) => columns.map(({ path }) => path)
