/** Custom lists of the sample teams: items with colours, ranks and their words in each language. */
import { type SampleCollection, type SampleField, type Texts, texts } from './sample.ts'

export interface ListItem {
  /** Name in each language; one text is the same in all. */
  name: Texts | string
  color?: string
  /** By which records find it; its English name where left out. */
  key?: string
}

const palette = [
  '#64748b',
  '#0f766e',
  '#b45309',
  '#7c3aed',
  '#be185d',
  '#0369a1',
  '#4d7c0f',
  '#b91c1c',
  '#a16207',
  '#4338ca',
]

const translated: readonly SampleField[] = [
  {
    column: 'name_es',
    title: texts('Name in Spanish', 'Nombre en español', 'Nom en espagnol'),
    dataType: 'plain_text',
  },
  {
    column: 'name_fr',
    title: texts('Name in French', 'Nombre en francés', 'Nom en français'),
    dataType: 'plain_text',
  },
]

export function list(
  key: string,
  name: Texts,
  pluralName: Texts,
  icon: string,
  items: readonly ListItem[] | (() => readonly ListItem[]),
): SampleCollection {
  return {
    key,
    name,
    pluralName,
    icon,
    isList: true,
    isShownInSidebar: false,
    fields: translated,
    records: () => [(typeof items === 'function' ? items() : items).map(itemRecord)],
  }
}

function itemRecord({ name, color, key }: ListItem, index: number) {
  const english = typeof name === 'string' ? name : name.en
  return {
    key: key ?? english,
    values: {
      name: english,
      ...(typeof name !== 'string' && { name_es: name.es, name_fr: name.fr }),
      color: color ?? palette[index % palette.length],
      rank: index + 1,
    },
  }
}
