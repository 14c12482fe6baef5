import fc from 'fast-check'
import { stepOf, type Tally, type WeightedStep } from './step.ts'

const operation = fc.constantFrom('createIntent', 'getIntent', 'cancel', 'refund')
/** Before the work or after it, by an error or by silence: a client cannot tell which. */
const answer = fc.constantFrom(
  'error_before',
  'error_after',
  'error_after',
  'timeout_after',
  'timeout_before',
  'refuse',
)

/** What nobody asked for: time, the workers, and a provider that has a bad day. */
export function worldSteps(tally: Tally): WeightedStep[] {
  return [
    stepOf(tally, {
      name: 'the workers work',
      weight: 3,
      input: fc.constant({}),
      run: (_model, { world }) => world.work(),
    }),
    stepOf(tally, {
      name: 'time passes',
      weight: 1,
      input: fc.record({ minutes: fc.constantFrom(1, 1, 2, 5, 16) }),
      run: (_model, { world }, { minutes }) => world.pass(minutes),
    }),
    stepOf(tally, {
      name: 'the provider answers badly',
      weight: 1,
      input: fc.record({ operation, answer, times: fc.integer({ min: 1, max: 2 }) }),
      run: (_model, { world }, { operation: of, answer: by, times }) =>
        world.misbehave({ [of]: by, times }),
    }),
    stepOf(tally, {
      name: 'the provider tells badly',
      weight: 1,
      input: fc.record({
        events: fc.constantFrom('duplicate', 'delay', 'drop'),
        delayMs: fc.integer({ min: 5, max: 80 }),
        times: fc.integer({ min: 1, max: 3 }),
      }),
      run: (_model, { world }, order) => world.misbehave(order),
    }),
  ]
}
