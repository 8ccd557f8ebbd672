/** The editor of fields whose values are collections of the team. */
import { useState } from 'react'
import { useRecordSource } from '../source/record-source.ts'
import type { EditorProps } from '../types/definition.ts'
import { inTreeOrder } from '../use-collections.ts'
import { type Option, Picker } from './Picker.tsx'

export function CollectionEditor({
  props,
  isMulti,
}: {
  props: EditorProps<number | number[], unknown>
  isMulti: boolean
}) {
  const { value, context, onChange } = props
  const { t } = context
  const source = useRecordSource()
  const [search, setSearch] = useState('')
  const ids = value === null ? [] : Array.isArray(value) ? value : [value]
  const words = search.trim().toLowerCase()
  const all = inTreeOrder(context.collections).map(
    ({ collection, depth }): Option => ({
      id: collection.id,
      name: collection.pluralName,
      icon: collection.icon,
      depth: words === '' ? depth : 0,
    }),
  )
  return (
    <Picker
      {...props}
      isMulti={isMulti}
      selected={ids.map((id) => ({
        ...(all.find((option) => option.id === id) ?? { id, name: `#${id}` }),
        depth: 0,
      }))}
      options={all.filter(({ name }) => name.toLowerCase().includes(words))}
      isLoading={false}
      search={search}
      onSearch={setSearch}
      onPick={({ id }) => onChange(isMulti ? [...ids.filter((one) => one !== id), id] : id)}
      onRemove={(id) => {
        const rest = ids.filter((one) => one !== id)
        onChange(isMulti && rest.length > 0 ? rest : null)
      }}
      urlOf={props.isCompact ? undefined : ({ id }) => source.collectionUrl(id)}
      placeholder={t('fields:picker.chooseCollection')}
    />
  )
}
