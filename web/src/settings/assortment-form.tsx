import { Action } from '../components/action.tsx'
import { useWords } from '../language/use-words.ts'
import {
  type Assortment,
  type AssortmentDraft,
  addAssortment,
  changeAssortment,
} from './settings-api.ts'

type Selection = NonNullable<AssortmentDraft['included']>

/** The longest lists that an assortment may have. */
const listMax = 100_000

/** Adds an assortment, or changes `assortment`. */
export function AssortmentForm({ assortment }: { readonly assortment?: Assortment }) {
  const { t } = useWords()
  const ask = t(assortment ? 'settings.assortments.change' : 'settings.assortments.add')
  return (
    <Action
      ask={ask}
      label={assortment ? t('settings.assortments.changeOf', { name: assortment.name }) : ask}
      act={t('settings.assortments.save')}
      effect={t('settings.assortments.effect')}
      fields={[
        {
          name: 'name',
          label: 'settings.assortments.name',
          missing: 'settings.assortments.nameMissing',
          maxLength: 200,
          initial: assortment?.name ?? '',
        },
        {
          name: 'companyIds',
          label: 'settings.assortments.companies',
          description: 'settings.assortments.oneALine',
          type: 'long',
          maxLength: listMax,
          initial: assortment?.companyIds.join('\n') ?? '',
        },
        {
          name: 'unitId',
          label: 'settings.unit',
          description: 'settings.unit.hint',
          maxLength: 64,
          initial: assortment?.unitId ?? '',
        },
        {
          name: 'included',
          label: 'settings.assortments.included',
          description: 'settings.assortments.parts',
          type: 'long',
          maxLength: listMax,
          initial: textOf(assortment?.included),
        },
        {
          name: 'excluded',
          label: 'settings.assortments.excluded',
          description: 'settings.assortments.parts',
          type: 'long',
          maxLength: listMax,
          initial: textOf(assortment?.excluded),
        },
      ]}
      run={({ name = '', companyIds = '', unitId = '', included = '', excluded = '' }) => {
        const body = {
          name,
          companyIds: linesOf(companyIds),
          included: selectionOf(included),
          excluded: selectionOf(excluded),
        }
        return assortment
          ? changeAssortment(assortment.id, { ...body, unitId: unitId || null })
          : addAssortment({ ...body, ...(unitId !== '' && { unitId }) })
      }}
    />
  )
}

/** Ids say what they are by their prefix. Any other line is the name of a brand. */
function selectionOf(text: string): Selection {
  const lines = linesOf(text)
  const withPrefix = (prefix: string) => lines.filter((line) => idForm(prefix).test(line))
  return {
    suppliers: withPrefix('co'),
    categories: withPrefix('cat'),
    products: withPrefix('prd'),
    brands: lines.filter((line) => !idForm('co|cat|prd').test(line)),
  }
}

const idForm = (prefix: string) => new RegExp(`^(?:${prefix})_[0-9a-z]{26}$`)

function textOf(selection: Selection | undefined): string {
  const { suppliers = [], categories = [], brands = [], products = [] } = selection ?? {}
  return [...suppliers, ...categories, ...brands, ...products].join('\n')
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
