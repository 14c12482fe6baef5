import { useNavigate } from '@tanstack/react-router'
import { fileEndings } from '../../catalogue-file.ts'
import { Action } from '../../components/action.tsx'
import { useWords } from '../../language/use-words.ts'
import { importFile } from './imports-api.ts'

/** Sends a catalogue file of a supplier, and opens the page of its import. */
export function ImportFile({ supplierId }: { readonly supplierId: string }) {
  const { t } = useWords()
  const navigate = useNavigate()
  return (
    <Action
      ask={t('imports.file.ask')}
      act={t('imports.file.send')}
      fields={[
        {
          name: 'file',
          label: 'imports.file.file',
          type: 'file',
          accept: fileEndings.join(),
          missing: 'imports.file.missing',
        },
        { name: 'replace', label: 'imports.file.replace', type: 'box' },
      ]}
      run={async ({ replace }, { file }) => file && importFile(supplierId, file, replace === 'yes')}
      onDone={(recordId) =>
        recordId && navigate({ to: '/admin/records/$recordId', params: { recordId } })
      }
    />
  )
}
