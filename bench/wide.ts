/**
 * What many fields cost: a page of 50 records of 60 fields of every type that shows fourteen of them, and the same page of a
 * collection that only has these. `ratio` is its requests per second divided by that; the target is at least 1 / 1.3.
 */
import type { DataType } from '@muster/contract/fields/families'
import { fieldTypes } from '@muster/contract/fields/types/index'
import { runImport } from './imports.ts'
import { compare, type Result, type Target } from './load.ts'
import { csv, fields } from './people.ts'
import { call, createPeople, type World, waitForIndexes, waitForSearchIndex } from './world.ts'

export const wideName = 'first page of 60 fields'

const fieldCount = 60

export async function measureWide(world: World, count: number): Promise<Result> {
  const narrow = await createPeople(world, 'Narrow people')
  await fill(world, narrow.id, count, csv(count))
  const wide = await createPeople(world, 'Wide people')
  const more = await addFields(world, wide.id)
  await fill(world, wide.id, count, withCells(csv(count), more), more)
  await waitForSearchIndex(world)
  const page = ({ id }: { id: number }): Target => ({
    url: world.url,
    requests: [
      {
        method: 'POST',
        path: `/api/teams/${world.teamId}/dataCollections/${id}/dataRecords/query`,
        headers: { cookie: world.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ limit: 50, fields: fields.map(({ columnName }) => columnName) }),
      },
    ],
  })
  for (const { tableName } of [narrow, wide]) await waitForIndexes(world, tableName)
  return compare(wideName, page(wide), page(narrow))
}

interface Column {
  columnName: string
  isChoice: boolean
  /** Cells of a file, by turns. */
  cells: readonly string[]
}

/** Adds fields of all types by turns. @returns those that a file can fill: not with files, and not with links to records */
async function addFields(world: World, id: number): Promise<Column[]> {
  const base = `/teams/${world.teamId}/dataCollections`
  const list = await call<{ id: number }>(world, 'POST', base, {
    name: 'Width',
    pluralName: 'Widths',
    IsUsedAsCustomList: true,
  })
  const types = Object.keys(fieldTypes) as DataType[]
  const columns: Column[] = []
  // The name is a field of every collection.
  for (let n = 0; n < fieldCount - 1 - fields.length; n++) {
    const dataType = types[n % types.length] as DataType
    const isChoice = dataType.endsWith('_selection_from_list')
    const isLink = dataType.endsWith('_data_record')
    const columnName = `more_${n}`
    await call(world, 'POST', `${base}/${id}/dataFields`, {
      title: `More ${n}`,
      columnName,
      dataType,
      ...(isChoice && { settings: { listId: list.id } }),
      ...(isLink && { settings: { dataCollectionId: id } }),
    })
    const texts = isChoice ? ['Small', 'Large'] : examplesOf(dataType)
    if (texts.length > 0) columns.push({ columnName, isChoice, cells: texts.map(quoted) })
  }
  return columns
}

/** One of its examples: those of one type may follow different conventions, of which a file has one. */
const examplesOf = (dataType: DataType): string[] =>
  fieldTypes[dataType]
    .examples({ ids: [], fileIds: [] })
    .texts.filter(({ text, value }) => value !== null && !text.includes('\n'))
    .slice(0, 1)
    .map(({ text }) => text)

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

async function fill(
  world: World,
  id: number,
  count: number,
  lines: Iterable<string>,
  more: readonly Column[] = [],
): Promise<void> {
  const choices = new Set(more.filter(({ isChoice }) => isChoice).map(({ columnName }) => columnName))
  const mapped = ({ index, header }: { index: number; header: string }) => ({
    index,
    columnName: header,
    ...(choices.has(header) && { unknown: 'create' }),
  })
  const { state } = await runImport(world, id, lines, {}, undefined, mapped)
  if (state.created !== count) throw new Error(`${state.created} of ${count} rows came in`)
}

/** The people with more columns. */
function* withCells(chunks: Iterable<string>, columns: readonly Column[]): Generator<string> {
  let n = -1
  for (const chunk of chunks) {
    yield chunk
      .trimEnd()
      .split('\n')
      .map((line) => {
        n++
        const more = columns.map(({ columnName, cells }) => (n === 0 ? columnName : cells[n % cells.length]))
        return `${line},${more.join()}\n`
      })
      .join('')
  }
}
