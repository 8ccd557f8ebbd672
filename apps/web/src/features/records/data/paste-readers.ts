/** Readers of pasted text per field; names of list items and linked records are looked up first. */
import type { TextContext } from '@muster/contract/fields/definition'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { fold } from '@muster/contract/text'
import { api, call } from '../../../lib/api.ts'
import { type FieldContext, typedField } from '../../fields/public.ts'
import type { PasteColumn } from './paste.ts'

const chunk = 100

/** One reader per column, null for those that cannot be written. */
export async function readersOf(
  fields: readonly (DataField | null)[],
  texts: readonly (readonly string[])[],
  context: FieldContext,
): Promise<PasteColumn['read'][]> {
  return Promise.all(
    fields.map(async (field, at) => {
      if (!field) return null
      const type = fieldType(field.dataType)
      const { settings } = typedField(field)
      const reference = type.refersTo?.(settings)
      const known =
        reference?.to === 'record'
          ? await idsOf(
              labelsIn(
                field,
                texts.map((row) => row[at] ?? ''),
                context.text,
              ),
              reference.collectionId,
              context.teamId,
            )
          : reference?.to === 'collection'
            ? new Map(context.collections.flatMap(namesOfCollection))
            : null
      const text: TextContext = known
        ? { ...context.text, idOf: (label) => known.get(fold(label.trim())) }
        : context.text
      return (one: string) => {
        const parsed = type.fromText(one, settings, text)
        return parsed.ok ? { ok: true, value: parsed.value } : { ok: false, code: parsed.code }
      }
    }),
  )
}

const namesOfCollection = ({ id, name, pluralName }: { id: number; name: string; pluralName: string }) =>
  [name, pluralName].map((one): [string, number] => [fold(one), id])

/** The labels that a type would ask for: it is let read each text with nothing known. */
function labelsIn(field: DataField, texts: readonly string[], context: TextContext): string[] {
  const asked = new Set<string>()
  const type = fieldType(field.dataType)
  const { settings } = typedField(field)
  const idOf = (label: string) => {
    asked.add(label.trim())
    // Any id will do to make it read on to the next label.
    return 1
  }
  for (const text of new Set(texts)) type.fromText(text, settings, { ...context, idOf })
  asked.delete('')
  return [...asked]
}

/** Ids of records by their folded names. */
async function idsOf(
  labels: readonly string[],
  dataCollectionId: number | null,
  teamId: number,
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const note = (items: readonly { id: number; name: string }[]) => {
    for (const { id, name } of items) if (!found.has(fold(name))) found.set(fold(name), id)
  }
  for (let at = 0; at < labels.length; at += chunk) {
    const some = labels.slice(at, at + chunk)
    if (dataCollectionId === null) {
      for (const q of some) note((await call(api.records.search, { params: { teamId }, query: { q } })).items)
      continue
    }
    const { items } = await call(api.records.query, {
      params: { teamId, dataCollectionId },
      body: { filter: { field: '@name', op: 'anyOf', value: some }, fields: [], limit: 1000 },
    })
    note(items)
  }
  return found
}
