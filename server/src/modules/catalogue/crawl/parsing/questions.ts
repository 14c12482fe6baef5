import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  type ConfirmedMapping,
  type ExampleItem,
  type FieldCounts,
  type FieldPaths,
  type FileShape,
  type FoundProduct,
  mappedFields,
} from '../extract/index.ts'

/** What the child process is asked. Bytes travel in base 64. */
export type ParseQuestion =
  | {
      readonly ask: 'page' | 'sitemap'
      readonly url: string
      readonly contentType: string
      readonly body: string
    }
  | FeedQuestion
  | PreviewQuestion
  | RobotsQuestion

export type FeedQuestion = {
  readonly ask: 'feed'
  readonly url: string
  readonly contentType: string
  /** RFC 3339. It decides which prices with a period are current. */
  readonly now: string
  /** 0 for the first piece. A child that lost the pieces before cannot go on. */
  readonly piece: number
  readonly body: string
  readonly isLast: boolean
  /** How to read XML of the supplier's own format. Without it, such a file has no products. */
  readonly mapping?: ConfirmedMapping
}

/** How a mapping would read the first products of a file. */
export type PreviewQuestion = {
  readonly ask: 'preview'
  readonly url: string
  readonly now: string
  readonly examples: readonly ExampleItem[]
  readonly fields: FieldPaths
  readonly decimal?: '.' | ','
}

/** Whether a robots.txt allows an address. */
export type RobotsQuestion = {
  readonly ask: 'robots'
  /** Names the host and when its file was read. */
  readonly key: string
  /** Missing: the child may know the file from an earlier question. */
  readonly text?: string
  readonly url: string
  readonly withSitemaps: boolean
}

const Url = Type.String({ maxLength: 8_000 })
const Word = Type.String({ maxLength: 2_000 })
const Text = Type.String({ maxLength: 100_000 })

/** A product as a page or a feed describes it. Nothing else of it is stored. */
const Product = Type.Object({
  url: Url,
  name: Type.String({ minLength: 1, maxLength: 2_000 }),
  description: Type.Optional(Text),
  brand: Type.Optional(Word),
  mpn: Type.Optional(Word),
  sku: Type.Optional(Word),
  gtins: Type.Array(Type.String({ maxLength: 14, pattern: '^[0-9]{8,14}$' }), { maxItems: 20 }),
  price: Type.Optional(
    Type.Object({
      amount: Type.String({ maxLength: 40, pattern: '^[0-9]+([.][0-9]+)?$' }),
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      perQuantity: Type.Number({ exclusiveMinimum: 0 }),
      taxIncluded: Type.Optional(Type.Boolean()),
      tiers: Type.Optional(
        Type.Array(
          Type.Object({
            minQuantity: Type.Number({ exclusiveMinimum: 0 }),
            amount: Type.String({ maxLength: 40, pattern: '^[0-9]+([.][0-9]+)?$' }),
          }),
          { maxItems: 50 },
        ),
      ),
    }),
  ),
  unit: Type.Optional(Word),
  availability: Type.Optional(Word),
  images: Type.Array(Url, { maxItems: 100 }),
  category: Type.Optional(Type.Array(Word, { maxItems: 50 })),
  attributes: Type.Array(Type.Object({ label: Word, value: Word, unit: Type.Optional(Word) }), {
    maxItems: 500,
  }),
  sources: Type.Record(
    Type.String({ maxLength: 50 }),
    Type.Object({ kind: Word, confidence: Type.Number({ minimum: 0, maximum: 1 }) }),
  ),
})

const Count = Type.Integer({ minimum: 0, maximum: 10_000_000 })
const Fields = Type.Record(
  Type.String({ maxLength: 50 }),
  Type.Object({ read: Count, missing: Count, refused: Count }),
)

const PageOrSitemap = Type.Object({
  products: Type.Array(Product),
  fields: Fields,
  links: Type.Array(Url),
  sitemaps: Type.Array(Url),
  canonical: Type.Optional(Url),
  noIndex: Type.Boolean(),
  noFollow: Type.Boolean(),
  problems: Type.Array(Word),
})
const Path = Type.String({ maxLength: 300 })
/** A way to read XML that waits for a mapping. */
const Shape = Type.Object({
  item: Type.String({ maxLength: 4_000 }),
  items: Type.Integer({ minimum: 1 }),
  paths: Type.Array(
    Type.Object({
      path: Path,
      filled: Type.Integer({ minimum: 1 }),
      samples: Type.Array(Type.String({ maxLength: 80 }), { maxItems: 3 }),
    }),
    { maxItems: 200 },
  ),
  fields: Type.Object(
    Object.fromEntries(mappedFields.map((field) => [field, Type.Optional(Path)])),
    { additionalProperties: false },
  ),
  terms: Type.Array(Type.String({ maxLength: 10 }), { maxItems: 2 }),
  examples: Type.Array(
    Type.Record(Path, Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 })),
    { maxItems: 5 },
  ),
  decimal: Type.Optional(Type.Union([Type.Literal('.'), Type.Literal(',')])),
})

const FeedPiece = Type.Object({
  products: Type.Array(Product),
  fields: Fields,
  problems: Type.Array(Word),
  /** The piece came to a child that did not see the ones before. */
  isLost: Type.Boolean(),
  /** The file waits for a mapping. Nothing of it is read. */
  shapes: Type.Optional(Type.Array(Shape, { minItems: 1, maxItems: 3 })),
})
const Preview = Type.Object({ products: Type.Array(Product, { maxItems: 5 }) })
const Robots = Type.Union([
  Type.Object({ isKnown: Type.Literal(false) }),
  Type.Object({
    isKnown: Type.Literal(true),
    /** The rules are beyond our limits, so nobody knows what they allow. */
    isBeyondLimits: Type.Boolean(),
    isAllowed: Type.Boolean(),
    delaySeconds: Type.Optional(Type.Number({ minimum: 0 })),
    /** Those of the site of the address, if the question asks for them. */
    sitemaps: Type.Array(Url, { maxItems: 100 }),
  }),
])

type Found = {
  readonly products: readonly FoundProduct[]
  /** The values of each field that were read, missing and refused. */
  readonly fields: FieldCounts
}

export type RobotsAnswer = Static<typeof Robots>
export type ReadPageAnswer = Omit<Static<typeof PageOrSitemap>, 'products' | 'fields'> & Found
export type FeedAnswer = Omit<Static<typeof FeedPiece>, 'products' | 'fields' | 'shapes'> &
  Found & { readonly shapes?: readonly FileShape[] }
export type PreviewAnswer = { readonly products: readonly FoundProduct[] }
export type ParseAnswer =
  | { readonly page: ReadPageAnswer }
  | { readonly feed: FeedAnswer }
  | { readonly preview: PreviewAnswer }
  | { readonly robots: RobotsAnswer }

const validator = Compile(
  Type.Union([
    Type.Object({ page: PageOrSitemap }),
    Type.Object({ feed: FeedPiece }),
    Type.Object({ preview: Preview }),
    Type.Object({ robots: Robots }),
  ]),
)
const productValidator = Compile(Product)

/** The child reads what strangers wrote, so nothing that it says is believed unseen. */
export function isParseAnswer(value: unknown): value is ParseAnswer {
  return validator.Check(value)
}

/** The child leaves out products that its parent would not accept: one of them must not cost the others. */
export function isAcceptable(product: unknown): boolean {
  return productValidator.Check(product)
}
