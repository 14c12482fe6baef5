/** What has been written of an answer so far, by the answer itself. */
const written = new WeakMap<object, string>()

/** Of an answer that is kept before it is sent: so that the same object is not written once more when it goes out. */
export function writeAnswer(answer: object): string {
  const text = JSON.stringify(answer)
  written.set(answer, text)
  return text
}

export function textOf(answer: unknown): string {
  const known = typeof answer === 'object' && answer !== null ? written.get(answer) : undefined
  return known ?? JSON.stringify(answer)
}

/** The answer that is kept in the transaction is the one that goes out: it is made for whoever asks first. */
export function answerOnce<Result, Answer>(
  make: (result: Result) => Answer,
): (result: Result) => Answer {
  let made: { readonly answer: Answer } | undefined
  return (result) => {
    made ??= { answer: make(result) }
    return made.answer
  }
}
