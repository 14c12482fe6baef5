/** The outcome of the work, or `late` after this time. The work then goes on, and nobody waits for it. */
export async function withinMs<Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // Once it is late, nobody hears of its failure.
    work.catch(() => undefined)
  }
}
