import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { DecisionForm, InPlace } from '../../lists/decision.tsx'
import lists from '../../lists/lists.module.css'
import card from '../../operations/operations.module.css'
import { fileEndings, importFile } from './imports-api.ts'

type Props = { readonly supplierId: string }

/** Sends a catalogue file of a supplier, and opens the page of its import. */
export function ImportFile({ supplierId }: Props) {
  const { t } = useWords()
  return (
    <InPlace ask={t('imports.file.ask')} label={t('imports.file.ask')}>
      {(leave) => <FileForm supplierId={supplierId} onLeave={leave} />}
    </InPlace>
  )
}

function FileForm({ supplierId, onLeave }: Props & { readonly onLeave: () => void }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const [replace, setReplace] = useState(false)
  const [isIncomplete, setIncomplete] = useState(false)
  const sending = useMutation({
    mutationFn: async (chosen: File) => importFile(supplierId, chosen, replace),
    onSuccess: (recordId) => navigate({ to: '/admin/records/$recordId', params: { recordId } }),
  })
  const send = () => {
    setIncomplete(!file)
    if (file) sending.mutate(file)
  }
  return (
    <DecisionForm act={t('imports.file.send')} deciding={sending} onDecide={send} onLeave={onLeave}>
      <label className={lists.choice}>
        {t('imports.file.file')}
        <input
          type="file"
          accept={fileEndings.join()}
          onChange={({ currentTarget: { files } }) => setFile(files?.[0])}
        />
      </label>
      {isIncomplete && <p className={card.error}>{t('imports.file.missing')}</p>}
      <label className={lists.choice}>
        <input
          type="checkbox"
          checked={replace}
          onChange={({ currentTarget: { checked } }) => setReplace(checked)}
        />
        {t('imports.file.replace')}
      </label>
    </DecisionForm>
  )
}
