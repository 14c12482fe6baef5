import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import fields from '../fields/field.module.css'
import { Field } from '../fields/field.tsx'
import styles from './structure.module.css'
import { type CodeImport, type CodeList, importCodes, previewImport } from './structure-api.ts'

/** A file of codes: the page first says what it would change, and which lines have problems. */
export function ImportCodes({ list }: { readonly list: CodeList }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [file, setFile] = useState<File>()
  const previewing = useMutation({ mutationFn: (chosen: File) => previewImport(list, chosen) })
  const importing = useMutation({
    mutationFn: ({ chosen, digest }: { chosen: File; digest: string }) =>
      importCodes(list, chosen, digest),
    onSuccess: () => queries.invalidateQueries(),
  })
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    importing.reset()
    previewing.reset()
    if (chosen) previewing.mutate(chosen)
  }
  const preview = importing.isSuccess ? undefined : previewing.data
  return (
    <details className={styles.import}>
      <summary>{t('ourCompany.importFile')}</summary>
      <div className={fields.form}>
        <Field label={t('ourCompany.file')} hint={t('ourCompany.fileHint')}>
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={({ currentTarget: { files } }) => choose(files?.[0])}
          />
        </Field>
        <div role="status">
          {previewing.isPending && <p>{t('shell.loading')}</p>}
          {preview && <Preview preview={preview} />}
          {importing.isSuccess && <p>{t('ourCompany.imported', countsOf(importing.data))}</p>}
        </div>
        {file && preview && preview.problemCount === 0 && hasChanges(preview) && (
          <div className={fields.buttons}>
            <Button
              loading={importing.isPending}
              onClick={() => importing.mutate({ chosen: file, digest: preview.digest })}
            >
              {t('ourCompany.importNow')}
            </Button>
          </div>
        )}
        <Refusal error={previewing.error ?? importing.error} />
      </div>
    </details>
  )
}

function Preview({ preview }: { readonly preview: CodeImport }) {
  const { t } = useWords()
  const { problems, problemCount, changes } = preview
  if (problemCount > 0) {
    return (
      <>
        <p>{t('ourCompany.hasProblems', { count: problemCount })}</p>
        <ul className={styles.lines}>
          {problems.map(({ line, column = '', problem }) => (
            <li key={`${line} ${column} ${problem}`}>
              {t('ourCompany.problemOf', { line, problem: t(`ourCompany.problem.${problem}`) })}
              {column !== '' && <span className={lists.quiet}> {column}</span>}
            </li>
          ))}
        </ul>
      </>
    )
  }
  return (
    <>
      <p>{t('ourCompany.wouldImport', countsOf(preview))}</p>
      <ul className={styles.lines}>
        {changes.map(({ line, action, code, name }) => (
          <li key={line}>
            {t(`ourCompany.importAction.${action}`)}: {code} <span>{name}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function countsOf({ created, changed, ended, reopened, unchanged }: CodeImport) {
  return { created, changed, ended, reopened, unchanged }
}

function hasChanges({ created, changed, ended, reopened }: CodeImport): boolean {
  return created + changed + ended + reopened > 0
}
