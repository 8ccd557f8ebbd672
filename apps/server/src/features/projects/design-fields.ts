/** Definitions of fields that several collections of projects and tasks have, with translations. */

import type { Language } from '@muster/contract/paging'
import { isDoneColumn } from '@muster/contract/projects/projects.rules'
import type { NewField } from '../../engine/public.design.ts'
import type { InternalKind } from '../collections/public.ts'

export type Texts = Readonly<Record<Language, string>>

export const texts = (en: string, es: string, fr: string): Texts => ({ en, es, fr })

export type TitledField = Omit<NewField, 'title'> & { title: Texts }

/** What has been created: ids of collections, and of list items in order. */
export interface Created {
  ids: Map<InternalKind, number>
  items: Map<InternalKind, readonly number[]>
}

/** A field of status lists: whether the status counts as done. */
export const doneField: TitledField = {
  columnName: isDoneColumn,
  title: texts('Counts as done', 'Cuenta como terminado', 'Compte comme terminé'),
  dataType: 'boolean',
  defaultValue: false,
}

/** A field that selects from a list; its default is the item at index `first`. */
export const choiceField = (
  { ids, items }: Created,
  columnName: string,
  title: Texts,
  list: InternalKind,
  first: number,
): TitledField => ({
  columnName,
  title,
  dataType: 'single_selection_from_list',
  settings: { listId: ids.get(list) },
  defaultValue: items.get(list)?.[first] ?? null,
  displayWidth: 'half',
})

/** A field with a record of a collection, or of any if null. */
export const recordField = (
  columnName: string,
  title: Texts,
  dataCollectionId: number | null | undefined,
): TitledField => ({
  columnName,
  title,
  dataType: 'single_data_record',
  settings: { dataCollectionId },
})

/** A field with a team member. */
export const memberField = ({ ids }: Created, columnName: string, title: Texts): TitledField => ({
  ...recordField(columnName, title, ids.get('member')),
  displayWidth: 'half',
})

export const descriptionField = (columnName: string): TitledField => ({
  columnName,
  title: texts('Description', 'Descripción', 'Description'),
  dataType: 'formatted_text',
})
