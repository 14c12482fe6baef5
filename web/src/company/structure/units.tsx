import type { PurveyorError } from '@purveyor/sdk'
import { EmptyState } from '../../components/empty-state.tsx'
import lists from '../../components/lists.module.css'
import { QueryView } from '../../components/query-view.tsx'
import { useWords } from '../../language/use-words.ts'
import type { Words } from '../../language/words.ts'
import { Ask } from '../fields/ask.tsx'
import { Field } from '../fields/field.tsx'
import { optionalText, textOf } from '../fields/read-fields.ts'
import styles from './structure.module.css'
import {
  changeUnit,
  createUnit,
  endUnit,
  type Unit,
  type UnitDraft,
  type UnitKind,
} from './structure-api.ts'
import { UnitSelect } from './unit-select.tsx'
import type { UnitTree } from './unit-tree.ts'
import { useUnits } from './use-units.ts'

type Props = { readonly mayChange: boolean }

/** The units of the company as a tree. */
export function Units({ mayChange }: Props) {
  const { t } = useWords()
  return (
    <QueryView query={useUnits()}>
      {(tree) => (
        <>
          {tree.all.length === 0 && <EmptyState>{t('ourCompany.noUnits')}</EmptyState>}
          {tree.all.length > 0 && (
            <div className={styles.box}>
              <Branch tree={tree} parentId={undefined} mayChange={mayChange} />
            </div>
          )}
          {mayChange && (
            <div>
              <Ask
                ask={t('ourCompany.addUnit')}
                act={t('ourCompany.add')}
                run={(form) => createUnit(draftOf(form))}
              >
                <UnitFields tree={tree} />
              </Ask>
            </div>
          )}
        </>
      )}
    </QueryView>
  )
}

type BranchProps = Props & { readonly tree: UnitTree; readonly parentId: string | undefined }

function Branch({ tree, parentId, mayChange }: BranchProps) {
  const { t } = useWords()
  return (
    <ul className={styles.branch}>
      {tree.below(parentId).map((unit) => (
        <li key={unit.id}>
          <div className={styles.row}>
            <span className={styles.name}>
              <strong>{unit.name}</strong>{' '}
              <span className={lists.quiet}>
                {t(`ourCompany.kind.${unit.kind}`)}
                {unit.externalId !== undefined && `, ${unit.externalId}`}
              </span>
            </span>
            {mayChange && <UnitActions tree={tree} unit={unit} />}
          </div>
          {tree.below(unit.id).length > 0 && (
            <Branch tree={tree} parentId={unit.id} mayChange={mayChange} />
          )}
        </li>
      ))}
    </ul>
  )
}

function UnitActions({ tree, unit }: { readonly tree: UnitTree; readonly unit: Unit }) {
  const words = useWords()
  const { t } = words
  const { id, name } = unit
  return (
    <div className={styles.actions}>
      <Ask
        ask={t('ourCompany.change')}
        label={t('ourCompany.changeOf', { name })}
        act={t('ourCompany.save')}
        run={(form) => changeUnit(unit, draftOf(form))}
      >
        <UnitFields tree={tree} unit={unit} />
      </Ask>
      <Ask
        ask={t('ourCompany.end')}
        label={t('ourCompany.endOf', { name })}
        act={t('ourCompany.endNow')}
        effect={t('ourCompany.unitEndEffect')}
        done={t('ourCompany.ended', { name })}
        run={() => endUnit(id)}
        explain={(error) => usesOf(words, error)}
      />
    </div>
  )
}

const kinds: readonly UnitKind[] = ['LEGAL_ENTITY', 'DEPARTMENT', 'SITE']

function UnitFields({ tree, unit }: { readonly tree: UnitTree; readonly unit?: Unit }) {
  const { t } = useWords()
  return (
    <>
      <Field label={t('ourCompany.name')}>
        <input name="name" maxLength={200} pattern=".*\S.*" required defaultValue={unit?.name} />
      </Field>
      <Field label={t('ourCompany.kind')}>
        <select name="kind" defaultValue={unit?.kind ?? 'DEPARTMENT'}>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`ourCompany.kind.${kind}`)}
            </option>
          ))}
        </select>
      </Field>
      <UnitSelect
        name="parentId"
        label={t('ourCompany.parent')}
        none={t('ourCompany.atTop')}
        tree={tree}
        chosen={unit?.parentId}
        {...(unit && { without: unit })}
      />
      <Field label={t('ourCompany.externalId')} hint={t('ourCompany.externalIdHint')}>
        <input name="externalId" maxLength={100} defaultValue={unit?.externalId} />
      </Field>
    </>
  )
}

function draftOf(form: FormData): UnitDraft {
  return {
    name: textOf(form, 'name'),
    kind: kinds.find((kind) => kind === form.get('kind')) ?? 'DEPARTMENT',
    parentId: optionalText(form, 'parentId'),
    externalId: optionalText(form, 'externalId'),
  }
}

/** What still belongs to a unit that cannot end. */
function usesOf({ t, list }: Words, error: PurveyorError): string | undefined {
  if (error.code !== 'structure.unit_in_use') return undefined
  const uses = Object.entries(error.details).filter(([, count]) => count > 0)
  const names = uses.map(([use, count]) =>
    t(`ourCompany.use.${use as keyof typeof error.details}`, { count }),
  )
  return t('ourCompany.inUse', { uses: list(names) })
}
