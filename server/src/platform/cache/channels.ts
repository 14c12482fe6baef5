type OnMessage = (message: string) => void

/** The listeners of each channel in this process. */
export type Channels = {
  /** Returns true for the first listener of the channel. */
  add(channel: string, onMessage: OnMessage): boolean
  /** Returns true when the last listener of the channel was removed. */
  remove(channel: string, onMessage: OnMessage): boolean
  names(): string[]
  deliver(channel: string, message: string): void
  clear(): void
}

export function createChannels(): Channels {
  const channels = new Map<string, Set<OnMessage>>()
  return {
    add: (channel, onMessage) => {
      const listeners = channels.get(channel)
      if (listeners) {
        listeners.add(onMessage)
        return false
      }
      channels.set(channel, new Set([onMessage]))
      return true
    },
    remove: (channel, onMessage) => {
      const listeners = channels.get(channel)
      if (!listeners?.delete(onMessage) || listeners.size > 0) return false
      channels.delete(channel)
      return true
    },
    names: () => [...channels.keys()],
    deliver: (channel, message) => {
      for (const onMessage of channels.get(channel) ?? []) {
        try {
          onMessage(message)
        } catch {
          // Messages are hints. A listener that throws must not keep them from the others.
        }
      }
    },
    clear: () => channels.clear(),
  }
}
