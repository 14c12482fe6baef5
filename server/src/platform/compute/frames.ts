/** One message between a process and its child: the length of its JSON in four bytes, then the JSON. */
const headBytes = 4

export function encodeFrame(message: unknown): Buffer {
  const json = JSON.stringify(message)
  const frame = Buffer.allocUnsafe(headBytes + Buffer.byteLength(json))
  frame.writeUInt32BE(frame.length - headBytes)
  frame.write(json, headBytes)
  return frame
}

/** Returns a function that reads chunks. It throws on a message that is too long or is not JSON. */
export function createFrameReader(
  bytesMax: number,
  onMessage: (message: unknown) => void,
): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let received = 0
  let neededBytes = headBytes

  return (chunk) => {
    chunks.push(chunk)
    received += chunk.length
    while (received >= neededBytes) {
      // Chunks are joined only when a message is complete: a long message comes in many chunks.
      const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      const length = all.readUInt32BE()
      if (length > bytesMax) throw new Error(`A message of ${length} bytes is too long.`)
      const end = headBytes + length
      if (received < end) {
        chunks = [all]
        neededBytes = end
        return
      }
      const rest = all.subarray(end)
      chunks = [rest]
      received = rest.length
      neededBytes = headBytes
      onMessage(JSON.parse(all.toString('utf8', headBytes, end)))
    }
  }
}
