import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import parts from '../parts.module.css'
import type { Secret } from './connections-api.ts'

type Props = { readonly secret: Secret | undefined; readonly onClose: () => void }

/** A secret that is shown once, until the person has copied it. */
export function ShownSecret({ secret, onClose }: Props) {
  return (
    <div role="status">
      {secret && <Copying key={secret.text} secret={secret} onClose={onClose} />}
    </div>
  )
}

function Copying({
  secret: { name, text },
  onClose,
}: {
  readonly secret: Secret
  readonly onClose: () => void
}) {
  const { t } = useWords()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className={parts.box}>
      <p>{t('connections.secretOnce', { name })}</p>
      <code>{text}</code>
      <div className={parts.actions}>
        <Button size="compact-md" onClick={() => void copy()}>
          {t(isCopied ? 'connections.copied' : 'connections.copy')}
        </Button>
        <Button variant="default" size="compact-md" onClick={onClose}>
          {t('connections.close')}
        </Button>
      </div>
    </div>
  )
}
