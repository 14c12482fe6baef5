import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Field } from '../fields/field.tsx'
import { textOf } from '../fields/read-fields.ts'
import { type Overlap, overlaps, type Scope, scopes } from './connections-api.ts'

/** What a key or an app may do. */
export function ScopeBoxes() {
  const { t } = useWords()
  return (
    <fieldset className={lists.choices}>
      <legend>{t('connections.scopes')}</legend>
      {scopes.map((scope) => (
        <label key={scope} className={lists.choice}>
          <input type="checkbox" name="scope" value={scope} />
          {t(`connections.scope.${scope}`)}
        </label>
      ))}
    </fieldset>
  )
}

export function scopesIn(form: FormData): Scope[] {
  const chosen = form.getAll('scope')
  return scopes.filter((scope) => chosen.includes(scope))
}

/** How long the old secret still works. */
export function OverlapSelect() {
  const { t } = useWords()
  return (
    <Field label={t('connections.overlap')}>
      <select name="overlap" defaultValue={86_400}>
        {overlaps.map((seconds) => (
          <option key={seconds} value={seconds}>
            {t(`connections.overlap.${seconds}`)}
          </option>
        ))}
      </select>
    </Field>
  )
}

export function overlapIn(form: FormData): Overlap {
  return overlaps.find((seconds) => String(seconds) === form.get('overlap')) ?? 0
}

/** The lines of a text area. */
export function linesIn(form: FormData, name: string): string[] {
  return textOf(form, name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
