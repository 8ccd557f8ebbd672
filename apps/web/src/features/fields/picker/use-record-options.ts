/** Records to pick from while somebody types, from the record source. */
import { useDebouncedValue } from '@mantine/hooks'
import type { Linked } from '../linked.ts'
import { type OptionsFound, type OptionsWanted, useRecordSource } from '../source/record-source.ts'
import type { Option } from './Picker.tsx'

const typingMs = 180

export function useRecordOptions({
  search,
  isOpen,
  ...wanted
}: Pick<OptionsWanted, 'collectionId' | 'dataFieldId' | 'search' | 'isList'> & {
  /** Nothing is fetched before the list is opened. */
  isOpen: boolean
}): OptionsFound {
  const [typed] = useDebouncedValue(search.trim(), typingMs)
  const found = useRecordSource().useOptions({ ...wanted, search: typed, isEnabled: isOpen })
  const isTyping = typed !== search.trim()
  return { ...found, isLoading: found.isLoading || isTyping, isStale: found.isStale || isTyping }
}

/** Names for the grid and the form until the server sends them. */
export function linkedOf(option: Option, dataCollectionId: number): Linked {
  return {
    [option.id]: {
      name: option.name,
      avatar: option.avatar ?? null,
      dataCollectionId,
      color: option.color ?? null,
    },
  }
}
