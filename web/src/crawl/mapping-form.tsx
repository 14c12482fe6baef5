import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CrawlMapping } from '../api-types.ts'
import card from '../components/card.module.css'
import { FormView } from '../components/form.tsx'
import { Select } from '../components/forms/select.tsx'
import lists from '../components/lists.module.css'
import { useWords } from '../language/use-words.ts'
import { confirmMapping, crawlKey, type Mapping, previewMapping } from './crawl-api.ts'
import { fixable, type MappedField, mappedFields } from './mapped-fields.ts'
import { MappingPreview } from './mapping-preview.tsx'

type Shape = CrawlMapping['shapes'][number]

type Props = { readonly mapping: CrawlMapping; readonly onConfirmed: () => void }

/** The path of each field, with samples. The preview shows what it reads before somebody confirms it. */
export function MappingForm({ mapping, onConfirmed }: Props) {
  const { t } = useWords()
  const { sourceId, version, shapes, preview } = mapping
  const [chosen, setChosen] = useState<Mapping>(() => firstChoice(mapping))
  // The service previews the confirmed mapping, which a file that does not fit it no longer has.
  const [isPreviewed, setPreviewed] = useState(mapping.waitsBecause !== 'mapping_unfit')
  const queries = useQueryClient()
  const previewing = useMutation({ mutationFn: () => previewMapping(sourceId, chosen) })
  const confirming = useMutation({
    mutationFn: () => confirmMapping(sourceId, version, chosen),
    onSuccess: async () => {
      onConfirmed()
      await queries.invalidateQueries({ queryKey: crawlKey })
    },
  })
  const shape = shapes.find(({ item }) => item === chosen.item)
  const choose = (wanted: Mapping) => {
    setChosen(wanted)
    setPreviewed(false)
    previewing.reset()
  }
  return (
    <>
      <FormView
        act={t('crawl.mapping.confirm')}
        layout="card"
        isPending={confirming.isPending}
        error={confirming.error ?? previewing.error}
        onSubmit={() => confirming.mutate()}
        buttons={
          <Button
            variant="default"
            loading={previewing.isPending}
            onClick={() => previewing.mutate()}
          >
            {t('crawl.mapping.preview')}
          </Button>
        }
      >
        <h2 className={card.heading}>{t('crawl.mapping.fields')}</h2>
        <p className={lists.quiet}>{t('crawl.mapping.why')}</p>
        <ItemChoice
          shapes={shapes}
          item={chosen.item}
          onChoose={({ item, fields }) => choose({ item, fields })}
        />
        {shape &&
          mappedFields.map((field) => (
            <FieldPath
              key={field}
              field={field}
              shape={shape}
              path={chosen.fields[field] ?? ''}
              onChange={(path) =>
                choose({ ...chosen, fields: withPath(chosen.fields, field, path) })
              }
            />
          ))}
      </FormView>
      <MappingPreview products={previewing.data ?? (isPreviewed ? preview : undefined)} />
    </>
  )
}

type ItemChoiceProps = {
  readonly shapes: readonly Shape[]
  readonly item: string
  readonly onChoose: (shape: Shape) => void
}

function ItemChoice({ shapes, item, onChoose }: ItemChoiceProps) {
  const { t } = useWords()
  const shape = shapes.find((one) => one.item === item)
  return (
    <Select
      label={t('crawl.mapping.item')}
      description={t('crawl.mapping.items', { count: shape?.items ?? 0 })}
      data={shapes.map((one) => one.item)}
      value={item}
      onChange={(event) => {
        const chosen = shapes.find((one) => one.item === event.currentTarget.value)
        if (chosen) onChoose(chosen)
      }}
    />
  )
}

/** What is confirmed, as far as the file still has it, and what is proposed for the rest. */
function firstChoice({ shapes, confirmed }: CrawlMapping): Mapping {
  const shape = shapes.find(({ item }) => item === confirmed?.item) ?? shapes[0]
  if (!shape) return { item: '', fields: {} }
  if (confirmed?.item !== shape.item) return { item: shape.item, fields: shape.fields }
  const paths = new Set(shape.paths.map(({ path }) => path))
  const kept = Object.entries(confirmed.fields).filter(
    ([, path]) => path.startsWith('=') || paths.has(path),
  )
  const isWhole = kept.length === Object.keys(confirmed.fields).length
  return {
    item: shape.item,
    fields: { ...(!isWhole && shape.fields), ...Object.fromEntries(kept) },
  }
}

function withPath(fields: Mapping['fields'], field: MappedField, path: string): Mapping['fields'] {
  const { [field]: _before, ...others } = fields
  return path === '' ? others : { ...others, [field]: path }
}

type FieldPathProps = {
  readonly field: MappedField
  readonly shape: Shape
  /** Empty: the field is not read. `=EUR`: it has a fixed value. */
  readonly path: string
  readonly onChange: (path: string) => void
}

function FieldPath({ field, shape, path, onChange }: FieldPathProps) {
  const { t } = useWords()
  const label = t(`crawl.mapping.field.${field}`)
  const isFixed = path.startsWith('=')
  const found = shape.paths.find((one) => one.path === path)
  const samples = found?.samples.join(' · ')
  return (
    <div className={lists.fields}>
      <Select
        label={label}
        description={
          found &&
          `${t('crawl.mapping.filled', { filled: found.filled, items: shape.items })} ${samples}`
        }
        data={[
          { value: '', label: t('crawl.mapping.notRead') },
          ...(fixable.has(field) ? [{ value: '=', label: t('crawl.mapping.fixed') }] : []),
          ...shape.paths.map((one) => ({ value: one.path, label: labelOf(one) })),
        ]}
        value={isFixed ? '=' : path}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isFixed && (
        <TextInput
          label={t('crawl.mapping.fixedOf', { field: label })}
          {...(field === 'tax' && { description: t('crawl.mapping.taxValues') })}
          value={path.slice(1)}
          maxLength={100}
          onChange={(event) => onChange(`=${event.currentTarget.value.trim()}`)}
        />
      )}
    </div>
  )
}

/** The path, with its first value. */
function labelOf({ path, samples: [first = ''] }: Shape['paths'][number]): string {
  return `${path}: ${first.length > 40 ? `${first.slice(0, 39)}…` : first}`
}
