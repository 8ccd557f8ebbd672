/** Groups of a list: how many records each has, which are collapsed, and which row is a header or which record. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { AggregateBody } from '@muster/contract/records/records.schema'

export interface GroupField {
  /** Column name. */
  field: string
  direction: 'asc' | 'desc'
  /** For dates: the period of one group. */
  period?: AggregateBody['groupBy'][number]['period']
}

export const mostGroupFields = 3

/** Types whose values repeat often enough to make groups. */
const groupable: ReadonlySet<string> = new Set([
  'text',
  'bigint',
  'numeric',
  'boolean',
  'id',
  'date',
  'timestamptz',
])

export const canGroupBy = ({ dataType }: DataField): boolean => groupable.has(fieldType(dataType).storage)

/** Whether a group is a period: dates. */
export function hasPeriods(field: DataField | undefined): boolean {
  const storage = field && fieldType(field.dataType).storage
  return storage === 'date' || storage === 'timestamptz'
}

/** How a field is grouped until the reader chooses otherwise. */
export const groupedBy = (field: DataField): GroupField => ({
  field: field.columnName,
  direction: 'asc',
  ...(hasPeriods(field) ? { period: 'month' } : {}),
})

/** With more groups than this, the list is shown without them. */
export const mostGroups = 5000

/** One group of the innermost fields, as the server counts it: in the order of the records. */
export interface LeafGroup {
  /** In the order of the fields. */
  keys: readonly unknown[]
  count: number
  /** In the order of the request. */
  values: readonly (number | string | null)[]
}

/** A header. */
export interface GroupRow {
  /** 0 is the outermost field. */
  level: number
  /** Identifies the group, also after its counts have changed. */
  path: string
  key: unknown
  count: number
  /** The position of its first record in the list. */
  offset: number
  isFolded: boolean
  /** The innermost groups below. */
  leaves: readonly LeafGroup[]
}

type Segment =
  | { row: number; height: 1; group: GroupRow }
  | { row: number; height: number; offset: number; group?: undefined }

export interface GroupTree {
  readonly rowCount: number
  readonly recordCount: number
  groupAt(row: number): GroupRow | undefined
  /** The record of a row by its position in the list. */
  offsetAt(row: number): number | undefined
  rowOf(offset: number): number | undefined
  /** The records among some rows. */
  spansOf(first: number, height: number): { offset: number; count: number }[]
}

const pathOf = (keys: readonly unknown[]) => JSON.stringify(keys)

export function groupTree(leaves: readonly LeafGroup[], folded: ReadonlySet<string>): GroupTree {
  const segments: Segment[] = []
  let row = 0
  let offset = 0
  const depth = leaves[0]?.keys.length ?? 0
  const walk = (some: readonly LeafGroup[], level: number): void => {
    for (const group of runs(some, level)) {
      const keys = group[0]?.keys.slice(0, level + 1) ?? []
      const path = pathOf(keys)
      const isFolded = folded.has(path)
      const count = group.reduce((sum, leaf) => sum + leaf.count, 0)
      segments.push({
        row,
        height: 1,
        group: { level, path, key: keys[level], count, offset, isFolded, leaves: group },
      })
      row++
      if (isFolded) offset += count
      else if (level + 1 < depth) walk(group, level + 1)
      else {
        if (count > 0) segments.push({ row, height: count, offset })
        row += count
        offset += count
      }
    }
  }
  walk(leaves, 0)
  const at = (wanted: number): Segment | undefined => {
    let low = 0
    let high = segments.length - 1
    while (low <= high) {
      const half = (low + high) >> 1
      const segment = segments[half] as Segment
      if (wanted < segment.row) high = half - 1
      else if (wanted >= segment.row + segment.height) low = half + 1
      else return segment
    }
    return undefined
  }
  return {
    rowCount: row,
    recordCount: offset,
    groupAt: (wanted) => at(wanted)?.group,
    offsetAt: (wanted) => {
      const segment = at(wanted)
      return segment && !segment.group ? segment.offset + wanted - segment.row : undefined
    },
    rowOf: (wanted) => {
      for (const segment of segments) {
        if (segment.group) continue
        if (wanted >= segment.offset && wanted < segment.offset + segment.height) {
          return segment.row + wanted - segment.offset
        }
      }
      return undefined
    },
    spansOf: (first, height) =>
      segments.flatMap((segment) => {
        if (segment.group) return []
        const from = Math.max(first, segment.row)
        const to = Math.min(first + height, segment.row + segment.height)
        return to > from ? [{ offset: segment.offset + from - segment.row, count: to - from }] : []
      }),
  }
}

/** Neighbours that share the key of a level. */
function runs(leaves: readonly LeafGroup[], level: number): LeafGroup[][] {
  const made: LeafGroup[][] = []
  let last: string | null = null
  for (const leaf of leaves) {
    const key = JSON.stringify(leaf.keys[level])
    if (key !== last) made.push([])
    last = key
    made.at(-1)?.push(leaf)
  }
  return made
}
