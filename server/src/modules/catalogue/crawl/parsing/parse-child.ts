import { answerQuestions } from '#platform/compute'
import { previewProducts, readPage } from '../extract/index.ts'
import { decodeText } from './decode-text.ts'
import { createFeedReading } from './feed-reading.ts'
import {
  isAcceptable,
  type ParseAnswer,
  type ParseQuestion,
  type PreviewQuestion,
  type ReadPageAnswer,
} from './questions.ts'
import { readSitemap } from './read-sitemap.ts'
import { createRobotsReading } from './robots-reading.ts'

/** The child process that reads pages, sitemaps, feeds and robots.txt: what strangers wrote is parsed and matched nowhere else. */
answerQuestions<null, ParseQuestion, ParseAnswer>(() => {
  const readFeedPiece = createFeedReading()
  const readRobots = createRobotsReading()
  return (question) => {
    if (question.ask === 'feed') return readFeedPiece(question)
    if (question.ask === 'robots') return readRobots(question)
    if (question.ask === 'preview') return previewAnswer(question)
    const { url, contentType } = question
    const body = Buffer.from(question.body, 'base64')
    return {
      page:
        question.ask === 'sitemap'
          ? sitemapAnswer(decodeText(body, contentType))
          : pageAnswer({ url, contentType, body }),
    }
  }
})

const nothing = {
  products: [],
  fields: {},
  links: [],
  sitemaps: [],
  noIndex: false,
  noFollow: false,
}

function sitemapAnswer(text: string): ReadPageAnswer {
  const { pages, sitemaps, isBroken } = readSitemap(text)
  return {
    ...nothing,
    links: pages.filter(isShort),
    sitemaps: sitemaps.filter(isShort),
    problems: isBroken ? ['sitemap_broken'] : [],
  }
}

const productsMax = 1_000
const linksMax = 5_000
const problemsMax = 20

function pageAnswer(page: Parameters<typeof readPage>[0]): ReadPageAnswer {
  const { products, fields, links, canonical, noIndex, noFollow, problems } = readPage(page)
  const accepted = products.filter(isAcceptable)
  const left = products.length - accepted.length
  return {
    products: accepted.slice(0, productsMax),
    fields,
    links: [...new Set(links)].filter(isShort).slice(0, linksMax),
    sitemaps: [],
    ...(canonical !== undefined && isShort(canonical) && { canonical }),
    noIndex,
    noFollow,
    problems: [
      ...problems.map(({ code }) => code),
      ...(left > 0 ? ['product_unacceptable'] : []),
    ].slice(0, problemsMax),
  }
}

function previewAnswer({ now, decimal, ...input }: PreviewQuestion): ParseAnswer {
  const products = previewProducts({ ...input, decimal, now: new Date(now) })
  return { preview: { products: products.filter(isAcceptable) } }
}

const isShort = (url: string) => url.length <= 4_000
