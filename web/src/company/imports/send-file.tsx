import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fileEndings } from '../../catalogue-file.ts'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { FilePreview } from './file-preview.tsx'
import { type FileToImport, findArriving, importFile, previewFile } from './imports-api.ts'

/** A file is looked at before it is imported, as often as the person likes. */
export function SendFile() {
  const { t } = useWords()
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const [replace, setReplace] = useState(false)
  const previewing = useMutation({ mutationFn: previewFile })
  const sending = useMutation({
    mutationFn: (wanted: FileToImport) => importFile(wanted),
    onSuccess: ({ id }) => navigate({ to: '/imports/$importId', params: { importId: id } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file) previewing.mutate(file)
  }
  return (
    <>
      <form className={parts.form} onSubmit={submit}>
        <label>
          {t('imports.file.file')}
          <input
            type="file"
            required
            accept={fileEndings.join()}
            onChange={({ currentTarget: { files } }) => {
              setFile(files?.[0])
              previewing.reset()
            }}
          />
        </label>
        <label className={parts.check}>
          <input
            type="checkbox"
            checked={replace}
            onChange={({ currentTarget: { checked } }) => setReplace(checked)}
          />
          {t('imports.file.replace')}
        </label>
        <div className={parts.actions}>
          <Button type="submit" variant="default" loading={previewing.isPending}>
            {t('catalogueFiles.preview')}
          </Button>
          <Button
            disabled={file === undefined}
            loading={sending.isPending}
            onClick={() => file && sending.mutate({ file, replace })}
          >
            {t('catalogueFiles.import')}
          </Button>
        </div>
        {sending.isPending && <Arrival size={file?.size ?? 0} />}
        <Refusal error={sending.error ?? previewing.error} />
      </form>
      {previewing.data && <FilePreview preview={previewing.data} />}
    </>
  )
}

/** How much of the file has arrived. */
function Arrival({ size }: { readonly size: number }) {
  const { t } = useWords()
  const { data } = useQuery({
    queryKey: ['imports', 'arriving'],
    queryFn: ({ signal }) => findArriving(signal),
    refetchInterval: 1_000,
  })
  return (
    <progress
      aria-label={t('catalogueFiles.arrival')}
      value={data?.bytes.received ?? 0}
      max={Math.max(size, 1)}
    />
  )
}
