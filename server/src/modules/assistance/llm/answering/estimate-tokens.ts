import type { ChatRequest } from './chat-request.ts'

/** More than any of the two providers counts for an image of usual size. */
const tokensPerImage = 2_000

/**
 * `atMost` is reserved: texts of every language have fewer tokens than half of their bytes. `likely` is charged where the provider
 * reports nothing.
 */
export function estimateInput(request: ChatRequest): { atMost: number; likely: number } {
  let images = 0
  const messages = request.messages.map((message) => {
    if (message.role !== 'user' || typeof message.content === 'string') return message
    const texts = message.content.filter(({ type }) => type === 'text')
    images += message.content.length - texts.length
    return texts
  })
  const bytes = Buffer.byteLength(
    JSON.stringify([messages, request.tools, request.response_format]),
  )
  const ofImages = images * tokensPerImage
  return { atMost: Math.ceil(bytes / 2) + ofImages, likely: tokensIn(bytes) + ofImages }
}

/** The likely number of tokens in so many bytes of text. */
export function tokensIn(bytes: number): number {
  return Math.ceil(bytes / 3)
}
