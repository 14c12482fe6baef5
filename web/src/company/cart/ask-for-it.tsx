import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { api } from '../api.ts'
import styles from './cart.module.css'
import { cartKey } from './use-cart.ts'

/** A requester's cart becomes a requisition, for which buyers of the company then place orders. */
export function AskForIt() {
  const { t } = useWords()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [title, setTitle] = useState('')
  const asking = useMutation({
    mutationFn: requestCart,
    onSuccess: async (requisitionId) => {
      await navigate({ to: '/requisitions/$requisitionId', params: { requisitionId } })
      await queries.invalidateQueries({ queryKey: cartKey })
    },
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

/** A draft whose submission is refused stays. Its page says why when the person submits it again. */
async function requestCart(title: string): Promise<string> {
  const { id } = (await api.post('/api/v1/requisitions', { body: { title, fromCart: true } })).data
  const params = { path: { requisitionId: id } }
  await api
    .post('/api/v1/requisitions/{requisitionId}/submit', { params, body: {} })
    .catch(() => undefined)
  return id
}
