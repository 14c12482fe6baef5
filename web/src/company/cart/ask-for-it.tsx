import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { api } from '../api.ts'
import styles from './cart.module.css'

/** A requester's cart becomes a requisition, for which buyers of the company then place orders. */
export function AskForIt() {
  const { t } = useWords()
  const [title, setTitle] = useState('')
  const asking = useMutation({
    mutationFn: requestCart,
    onSuccess: (requisitionId) => window.location.assign(`/account/requisitions/${requisitionId}`),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    asking.mutate(title)
  }
  return (
    <form className={styles.ask} onSubmit={submit}>
      <p className={styles.hint}>{t('cart.requester')}</p>
      <label>
        {t('cart.requisitionTitle')}
        <input
          required
          maxLength={200}
          value={title}
          onChange={({ currentTarget: { value } }) => setTitle(value)}
        />
      </label>
      <Button type="submit" loading={asking.isPending || asking.isSuccess}>
        {t('cart.submitRequisition')}
      </Button>
      <Refusal error={asking.error} />
    </form>
  )
}

/** A draft whose submission is refused stays, and its page says why. */
async function requestCart(title: string): Promise<string> {
  const { id } = (await api.post('/api/v1/requisitions', { body: { title, fromCart: true } })).data
  const params = { path: { requisitionId: id } }
  await api.post('/api/v1/requisitions/{requisitionId}/submit', { params, body: {} })
  return id
}
