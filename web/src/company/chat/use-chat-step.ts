import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chatKey } from './chat-api.ts'

/** A step of a person in a chat. The session is read again afterwards, also after a refusal. */
export function useChatStep<Wanted>(sessionId: string, step: (wanted: Wanted) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: step,
    onSettled: () => queries.invalidateQueries({ queryKey: chatKey(sessionId) }),
  })
}
