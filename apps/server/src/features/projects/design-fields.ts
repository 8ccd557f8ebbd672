/** Fields that several of the collections of projects and tasks have, each in its languages. */

import type { Language } from '@muster/contract/paging'
import { isDoneColumn } from '@muster/contract/projects/projects.rules'
import type { NewField } from '../../engine/public.design.ts'
import type { InternalKind } from '../collections/public.ts'

export type Words = Readonly<Record<Language, string>>

export const words = (en: string, es: string, fr: string): Words => ({ en, es, fr })

export type TitledField = Omit<NewField, 'title'> & { title: Words }

/** What there is already: ids of collections, and of the items of lists in their order. */
export interface Made {
  ids: Map<InternalKind, number>
  items: Map<InternalKind, readonly number[]>
}

/** Of a list: whether what has this status is over. */
export const doneField: TitledField = {
  columnName: isDoneColumn,
  title: words('Counts as done', 'Cuenta como terminado', 'Compte comme terminé'),
  dataType: 'boolean',
  defaultValue: false,
}

/** An item of a list; new records begin with the one at `first` in the list's order. */
export const choiceField = (
  { ids, items }: Made,
  columnName: string,
  title: Words,
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

/** A record of a collection; null: of any. */
export const recordField = (
  columnName: string,
  title: Words,
  dataCollectionId: number | null | undefined,
): TitledField => ({
  columnName,
  title,
  dataType: 'single_data_record',
  settings: { dataCollectionId },
})

/** A person of the team. */
export const memberField = ({ ids }: Made, columnName: string, title: Words): TitledField => ({
  ...recordField(columnName, title, ids.get('member')),
  displayWidth: 'half',
})

export const descriptionField = (columnName: string): TitledField => ({
  columnName,
  title: words('Description', 'Descripción', 'Description'),
  dataType: 'formatted_text',
})
