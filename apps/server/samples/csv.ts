/** Rows of the sample tables, and cells as values. */
import fs from 'node:fs'
import path from 'node:path'
import type { DataType } from '@muster/contract/fields/families'
import { fieldType } from '@muster/contract/fields/types/index'
import { parse } from 'csv-parse/sync'

export type Row = Readonly<Record<string, string>>

/** Looked for upwards: this file runs from its source and from the bundle in `dist`. */
function dataFolder(from = import.meta.dirname): string {
  for (const folder of [path.join(from, 'data'), path.join(from, 'samples', 'data')]) {
    if (fs.existsSync(path.join(folder, 'legislators-current.csv'))) return folder
  }
  const parent = path.dirname(from)
  if (parent === from) throw new Error('The folder "samples" is missing beside the server')
  return dataFolder(parent)
}

export function readTable(name: string): Row[] {
  return parse(fs.readFileSync(path.join(dataFolder(), `${name}.csv`)), { columns: true, bom: true })
}

/** A cell as the value of a type; null where it is empty or none, as some old telephone numbers are. */
export function cell(dataType: DataType, text: string | undefined): unknown {
  const type = fieldType(dataType)
  const context = { language: 'en', timeZone: 'America/New_York', country: 'US' } as const
  const parsed = type.fromText(text ?? '', type.settings.parse({}), context)
  return parsed.ok ? parsed.value : null
}
