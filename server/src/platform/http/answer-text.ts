/** The JSON text of each answer that was already written. */
const written = new WeakMap<object, string>()

/** Writes an answer that is kept before it is sent, so that the same object is not written again when it is sent. */
export function writeAnswer(answer: object): string {
  const text = JSON.stringify(answer)
  written.set(answer, text)
  return text
}

export function textOf(answer: unknown): string {
  const known = typeof answer === 'object' && answer !== null ? written.get(answer) : undefined
  return known ?? JSON.stringify(answer)
}

/** The answer that the transaction keeps is also the one that is sent. The first caller makes it. */
export function answerOnce<Result, Answer>(
  make: (result: Result) => Answer,
): (result: Result) => Answer {
  let made: { readonly answer: Answer } | undefined
  return (result) => {
    made ??= { answer: make(result) }
    return made.answer
  }
}
