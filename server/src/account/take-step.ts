import type { FastifyReply } from 'fastify'
import { refusal } from './decision-routes.ts'

/** Takes the step of a form and leads to the next page. If the API refuses it, the form is shown again with its sentence. */
export async function takeStep(
  reply: FastifyReply,
  step: () => Promise<unknown>,
  {
    next,
    showAgain,
  }: {
    readonly next: string
    readonly showAgain: (refused: ReturnType<typeof refusal>) => Promise<FastifyReply>
  },
): Promise<FastifyReply> {
  try {
    await step()
  } catch (error) {
    return showAgain(refusal(error))
  }
  return reply.redirect(next, 303)
}
