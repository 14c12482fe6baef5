/** The JSON text of each answer that was already written. */
const writtenTexts = new WeakMap<object, string>()

/** Writes an answer that is kept before it is sent, so that the same object is not written again when it is sent. */
export function writeAnswer(answer: object): string {
  const text = JSON.stringify(answer)
  writtenTexts.set(answer, text)
  return text
}

export function textOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return JSON.stringify(answer)
  return writtenTexts.get(answer) ?? textOfList(answer) ?? JSON.stringify(answer)
}

/** The JSON texts of items that many lists show. Empty until a list has shown the item. */
const sharedTexts = new WeakMap<object, string>()

/** Says that many answers list this object, and that nobody changes it. Its text is then written once. */
export function shareText(item: object): void {
  sharedTexts.set(item, '')
}

/** The text of a list of shared items. Undefined for every other answer. */
function textOfList(answer: object): string | undefined {
  const { data } = answer as { readonly data?: unknown }
  if (!Array.isArray(data) || data.length === 0) return undefined
  if (!data.every((item) => typeof item === 'object' && item !== null && sharedTexts.has(item))) {
    return undefined
  }
  let text = ''
  for (const [name, value] of Object.entries(answer)) {
    const part = value === data ? textOfItems(data) : JSON.stringify(value)
    if (part !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${part}`
  }
  return `${text}}`
}

/** A chain of the texts, which becomes one text when it is sent. `join` would copy them once more. */
function textOfItems(items: readonly object[]): string {
  let text = ''
  for (const item of items) text += `${text === '' ? '[' : ','}${textOfItem(item)}`
  return `${text}]`
}

function textOfItem(item: object): string {
  const known = sharedTexts.get(item)
  if (known) return known
  const text = JSON.stringify(item)
  sharedTexts.set(item, text)
  return text
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
