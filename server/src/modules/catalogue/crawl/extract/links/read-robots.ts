/**
 * What `<meta name="robots">` or the header `X-Robots-Tag` ask. The strictest request counts. A header may name other robots before a
 * colon: what it asks of them is not for us.
 */
export function readRobots(
  requests: readonly string[],
  ownName = '',
): {
  readonly noIndex: boolean
  readonly noFollow: boolean
} {
  const words = requests.flatMap((request) => {
    const [, robot, rest] = /^\s*([\w-]+)\s*:\s*(.*)$/s.exec(request) ?? []
    const isForOther =
      robot !== undefined &&
      !/^(?:unavailable_after|max-(?:snippet|image-preview|video-preview))$/i.test(robot) &&
      robot.toLowerCase() !== ownName.toLowerCase()
    if (isForOther) return []
    return (rest ?? request).toLowerCase().split(/[\s,]+/)
  })
  return {
    noIndex: words.includes('noindex') || words.includes('none'),
    noFollow: words.includes('nofollow') || words.includes('none'),
  }
}
