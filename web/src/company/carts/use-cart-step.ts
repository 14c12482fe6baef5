import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cartKey } from '../cart/use-cart.ts'
import { cartsKey } from './carts-api.ts'

/** A step with a cart. Afterwards the carts are read again, and so they are after a refusal: somebody else may have changed one. */
export function useCartStep<Input = void>(
  step: (input: Input) => Promise<void>,
  onDone?: () => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: step,
    onSuccess: () => onDone?.(),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: cartsKey })
      await queries.invalidateQueries({ queryKey: cartKey })
    },
  })
}
