import { useWords } from '../../language/use-words.ts'
import { Field } from '../fields/field.tsx'
import { optionalText, textOf } from '../fields/read-fields.ts'
import type { Code, CodeDraft } from './structure-api.ts'
import { UnitSelect } from './unit-select.tsx'
import type { UnitTree } from './unit-tree.ts'

type Props = { readonly tree: UnitTree; readonly code?: Code }

/** The fields of a cost centre, a GL account or a project. */
export function CodeFields({ tree, code }: Props) {
  const { t } = useWords()
  return (
    <>
      <Field label={t('ourCompany.code')}>
        <input name="code" maxLength={100} pattern=".*\S.*" required defaultValue={code?.code} />
      </Field>
      <Field label={t('ourCompany.name')}>
        <input name="name" maxLength={200} pattern=".*\S.*" required defaultValue={code?.name} />
      </Field>
      <UnitSelect
        name="unitId"
        label={t('ourCompany.unit')}
        none={t('ourCompany.noUnit')}
        tree={tree}
        chosen={code?.unitId}
      />
      <Field label={t('ourCompany.validFrom')} hint={t('ourCompany.validFromHint')}>
        <input name="validFrom" type="date" defaultValue={code?.validFrom} />
      </Field>
      <Field label={t('ourCompany.validTo')}>
        <input name="validTo" type="date" defaultValue={code?.validTo} />
      </Field>
      <Field label={t('ourCompany.externalId')} hint={t('ourCompany.externalIdHint')}>
        <input name="externalId" maxLength={100} defaultValue={code?.externalId} />
      </Field>
    </>
  )
}

export function draftOf(form: FormData): CodeDraft {
  return {
    code: textOf(form, 'code'),
    name: textOf(form, 'name'),
    unitId: optionalText(form, 'unitId'),
    validFrom: optionalText(form, 'validFrom'),
    validTo: optionalText(form, 'validTo'),
    externalId: optionalText(form, 'externalId'),
  }
}
