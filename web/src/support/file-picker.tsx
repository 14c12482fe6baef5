import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useRef } from 'react'
import type { TicketAttachment } from '../api-types.ts'
import lists from '../components/lists.module.css'
import { useWords } from '../language/use-words.ts'
import { Refusal } from '../shell/refusal.tsx'
import styles from './support.module.css'
import { uploadFile } from './support-api.ts'

type Props = {
  readonly files: readonly TicketAttachment[]
  readonly onChange: (change: (files: readonly TicketAttachment[]) => TicketAttachment[]) => void
}

export const filesMax = 10

/** Uploads the files of a message as soon as they are chosen, one after the other. The API decides which types it takes. */
export function FilePicker({ files, onChange }: Props) {
  const { t, number } = useWords()
  const field = useRef<HTMLInputElement>(null)
  const uploading = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      for (const file of chosen) {
        const uploaded = await uploadFile(file)
        onChange((before) => [...before, uploaded])
      }
    },
  })
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(currentTarget.files ?? [])].slice(0, filesMax - files.length)
    // The same file can be chosen again, for example after a refusal.
    currentTarget.value = ''
    if (chosen.length > 0) uploading.mutate(chosen)
  }
  const isFull = files.length >= filesMax
  return (
    <div>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={t('support.files.add')}
        onChange={choose}
      />
      <Button
        variant="default"
        size="compact-md"
        loading={uploading.isPending}
        disabled={isFull}
        onClick={() => field.current?.click()}
      >
        {t('support.files.add')}
      </Button>
      <p className={lists.quiet}>{t(isFull ? 'support.files.full' : 'support.files.rule')}</p>
      {files.length > 0 && (
        <ul className={styles.files} aria-label={t('support.files.chosen')}>
          {files.map(({ id, name, bytes }) => (
            <li key={id}>
              {name}{' '}
              <span className={lists.quiet}>
                {t('support.kilobytes', { size: number(Math.ceil(bytes / 1_000)) })}
              </span>{' '}
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t('support.files.removeNamed', { name })}
                onClick={() => onChange((before) => before.filter((each) => each.id !== id))}
              >
                {t('support.files.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Refusal error={uploading.error} />
    </div>
  )
}
