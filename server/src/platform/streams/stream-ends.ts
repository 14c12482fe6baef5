export const streamEnds = ['over', 'client_gone', 'slow_reader', 'stopping', 'purged'] as const

export type StreamEnd = (typeof streamEnds)[number]

export const secondBounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

export const productBounds = [0, 1, 10, 20, 50, 100, 250, 500, 1_000]
