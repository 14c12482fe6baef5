import { newIdempotencyKey } from '@purveyor/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../api.ts'
import type { Step } from './sales-api.ts'

export const saleKey = (orderId: string) => ['sale', orderId]

/**
 * Takes a step on an order, and reads it again. The key stays until the service has decided, so that a step whose answer was lost
 * happens once, however often the person presses.
 */
export function useStep<Input>(
  orderId: string,
  take: (step: Step, input: Input) => Promise<void>,
  onDone?: () => void,
) {
  const queries = useQueryClient()
  const [key, setKey] = useState(newIdempotencyKey)
  return useMutation({
    mutationFn: (input: Input) => take({ orderId, key }, input),
    onSuccess: async () => {
      setKey(newIdempotencyKey())
      await queries.invalidateQueries({ queryKey: saleKey(orderId) })
      void queries.invalidateQueries({ queryKey: ['sales'] })
      onDone?.()
    },
    onError: (error) => {
      if (isRefusal(error)) setKey(newIdempotencyKey())
    },
  })
}
