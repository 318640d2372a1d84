import { centsBackwards, daysBackwards } from '@saldo/domain/ranges'
import { z } from 'zod'
import { endpoint, file, Id, type Role, type Scope } from './endpoint.ts'
import { Day } from './fields.ts'
import type { RecordKind } from './record-kinds.ts'
import type { Permission } from './sections.ts'

const commaSeparated = (value: unknown) =>
  typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value

/** `?state=overdue,to_pay`: any of these values. */
export const anyOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.preprocess(commaSeparated, z.array(z.enum(values)).max(values.length).optional())
/** `?ids=1,2,3`: exactly these records, at most a thousand. */
const anyId = (kind: RecordKind) => z.preprocess(commaSeparated, z.array(Id(kind)).max(1000).optional())
const cents = z.coerce.number<number | string>().int().optional()

/** `due_date` → `due_date_from`, `due_date_to`, both included. The query is wrapped in `inOrder`, as those of lists are. */
export const dayRange = <const N extends string>(name: N) =>
  ({ [`${name}_from`]: Day.optional(), [`${name}_to`]: Day.optional() }) as Record<
    `${N}_from` | `${N}_to`,
    z.ZodOptional<typeof Day>
  >
/** `amount` → `amount_min`, `amount_max`, in cents, both included; likewise. */
export const centsRange = <const N extends string>(name: N) =>
  ({ [`${name}_min`]: cents, [`${name}_max`]: cents }) as Record<`${N}_min` | `${N}_max`, typeof cents>

const rangeEnds = [
  ['_from', '_to', daysBackwards],
  ['_min', '_max', centsBackwards],
] as const
/** Refuses a range that ends before it begins, at its end. */
export const inOrder = <Q extends z.ZodObject>(query: Q): Q =>
  query.superRefine((given: Record<string, unknown>, context) => {
    for (const name of Object.keys(given))
      for (const [first, last, message] of rangeEnds) {
        const end = `${name.slice(0, -first.length)}${last}`
        if (name.endsWith(first) && isBefore(given[end], given[name]))
          context.addIssue({ code: 'custom', path: [end], message })
      }
  })
const isBefore = (one: unknown, other: unknown) =>
  one !== undefined && other !== undefined && (one as string | number) < (other as string | number)

type Direction<S extends string> = S | `-${S}`
const directions = <const S extends readonly [string, ...string[]]>(sorts: S) =>
  sorts.flatMap((sort) => [sort, `-${sort}`]) as [Direction<S[number]>, ...Direction<S[number]>[]]

/**
 * The three queries of a list, from one declaration: `page` (keyset, 1–200 rows, 50 unless said), `summary`
 * (the same filters) and `export` (the same filters and order, and which columns, as CSV or XLSX). A parameter that the
 * list does not know is refused: ignored, a misspelt filter would show everything as if it were filtered.
 */
export function listQueries<
  const S extends readonly [string, ...string[]],
  const C extends readonly [string, ...string[]],
  F extends z.ZodRawShape,
>(of: { record: RecordKind; sorts: S; columns: C; filters: F }) {
  const filters = { q: z.string().trim().max(200).optional(), ids: anyId(of.record), ...of.filters }
  const sort = z.enum(directions(of.sorts)).optional()
  return {
    page: inOrder(
      z.strictObject({
        ...filters,
        sort,
        limit: z.coerce.number<number | string>().int().min(1).max(200).default(50),
        cursor: z.string().max(2000).optional(),
      }),
    ),
    summary: inOrder(z.strictObject(filters)),
    export: inOrder(
      z.strictObject({
        ...filters,
        sort,
        format: z.enum(['csv', 'xlsx']).default('csv'),
        columns: z.preprocess(commaSeparated, z.array(z.enum(of.columns)).min(1).optional()),
      }),
    ),
  }
}

/** One page of a list; `next_cursor` is null on the last. */
export const page = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() })

/**
 * The three endpoints of a list: `GET /v1/{noun}` a page at a time, `…/summary` with count and sums, `…/export` as a
 * file. `records` names them in English, for the documentation.
 */
export function listEndpoints<
  const N extends string,
  Row extends z.ZodType,
  Totals extends z.ZodType,
  const S extends readonly [string, ...string[]],
  const C extends readonly [string, ...string[]],
  F extends z.ZodRawShape,
>(
  noun: N,
  of: {
    records: string
    /** The kind of record of each row; the filter `ids` takes ids of this kind. */
    record: RecordKind
    allow: readonly Role[]
    row: Row
    totals: Totals
    sorts: S
    columns: C
    filters: F
    /** The file contains personal data: identifiers or contacts (see `step_up` in endpoint.ts). */
    export_step_up?: true
    /** Applies to all three endpoints (see endpoint.ts). */
    permission: Permission | null
    scope: Scope
    /** Answers all rows when the query asks for no page (neither `limit` nor `cursor`): `serveWholeList`. */
    whole_without_page?: true
    /** See `by_bills` in endpoint.ts. */
    by_bills?: readonly (S[number] | (keyof F & string))[]
    /** See `by_people` there. */
    by_people?: readonly (S[number] | (keyof F & string))[]
  },
) {
  const { records, allow, permission, scope, by_bills = [], by_people = [] } = of
  const queries = listQueries(of)
  return {
    list: endpoint(`GET /v1/${noun}`, {
      summary: of.whole_without_page
        ? `${records}: all at once, or a page at a time when limit or cursor asks for one`
        : `${records}, a page at a time`,
      allow,
      permission,
      scope,
      by_bills,
      by_people,
      query: queries.page,
      reply: page(of.row),
    }),
    summarise: endpoint(`GET /v1/${noun}/summary`, {
      summary: `${records}: count and sums of the filtered`,
      allow,
      permission,
      scope,
      by_bills,
      by_people,
      query: queries.summary,
      reply: of.totals,
    }),
    export: endpoint(`GET /v1/${noun}/export`, {
      summary: `${records}: the filtered as a file`,
      allow,
      permission,
      scope,
      by_bills,
      by_people,
      heavy: 'export',
      ...(of.export_step_up ? { step_up: true } : {}),
      query: queries.export,
      reply: file('text/csv'),
    }),
  }
}
