/** The reader stopped before the end of the feed. */
export const feedBroken = 'feed_broken'
