import { randomInt } from 'node:crypto'

/** An entry that is found by a part of a text, without cutting the part out. */
export type Hashed = { readonly text: string; readonly hash: number }

export type WordTable<Word extends Hashed> = {
  /** Finds the word at this part of the text. `hash` is the hash of the part. */
  find(text: string, from: number, to: number, hash: number): Word | undefined
  /** Adds a word that is not in the table. */
  add(word: Word): void
  words(): Iterable<Word>
}

/** Random for each process, so that nobody can write a file whose words all collide. */
const seed = randomInt(2 ** 31)
const multiplier = randomInt(2 ** 30) * 2 + 1

/** A hash starts with the seed, takes one letter after the other, and is then finished. */
export const hashSeed = seed

export function hashWith(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, multiplier)
}

export function endHash(hash: number): number {
  return hash ^ (hash >>> 15)
}

const slotsMin = 1_024

/** Each word of a file is looked up. A `Map` would need a substring for each, and would hash it again. */
export function createWordTable<Word extends Hashed>(): WordTable<Word> {
  let slots = emptySlots<Word>(slotsMin)
  let count = 0

  const put = (word: Word): void => {
    const mask = slots.length - 1
    let at = word.hash & mask
    while (slots[at] !== undefined) at = (at + 1) & mask
    slots[at] = word
  }
  return {
    find: (text, from, to, hash) => {
      const mask = slots.length - 1
      for (let at = hash & mask; ; at = (at + 1) & mask) {
        const word = slots[at]
        if (word === undefined) return undefined
        if (word.hash === hash && isWordAt(word.text, text, from, to)) return word
      }
    },
    add: (word) => {
      count += 1
      if (count * 2 > slots.length) {
        const before = slots
        slots = emptySlots(before.length * 2)
        for (const one of before) if (one !== undefined) put(one)
      }
      put(word)
    },
    words: () => slots.filter((word) => word !== undefined),
  }
}

/** Filled from the start: an array with holes is slower. */
function emptySlots<Word>(length: number): (Word | undefined)[] {
  return new Array<Word | undefined>(length).fill(undefined)
}

function isWordAt(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false
  for (let at = 0; at < word.length; at += 1) {
    if (word.charCodeAt(at) !== text.charCodeAt(from + at)) return false
  }
  return true
}
