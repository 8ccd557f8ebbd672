/** The editor of list items and linked records, one or several. */
import { itemColumns } from '@muster/contract/lists/items'
import { useState } from 'react'
import { useErrorText } from '../../../lib/errors.ts'
import { toast } from '../../../ui/toasts.ts'
import type { Linked } from '../linked.ts'
import { isNamedOnly, nameColumnOf } from '../quick-create.ts'
import { useRecordSource } from '../source/record-source.ts'
import type { EditorProps } from '../types/definition.ts'
import { type Option, Picker } from './Picker.tsx'
import { linkedOf, useRecordOptions } from './use-record-options.ts'

interface ReferenceProps {
  props: EditorProps<number | number[], unknown>
  collectionId: number | null
  isMulti: boolean
  /** A custom list: colours, its own order, new items created on the fly. */
  isList: boolean
}

export function ReferenceEditor({ props, collectionId, isMulti, isList }: ReferenceProps) {
  const { value, context, onChange } = props
  const { t } = context
  const source = useRecordSource()
  const errorText = useErrorText()
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [isCreating, setCreating] = useState(false)
  const [picked, setPicked] = useState<Linked>({})
  const found = useRecordOptions({ collectionId, search, isOpen, isList })
  const collection = context.collections.find((one) => one.id === collectionId)
  // A record that needs more than its name is created on its collection's page, or on a card.
  const canCreate = collection?.canCreate && (isList || isNamedOnly(collection))

  const ids = value === null ? [] : Array.isArray(value) ? value : [value]
  const names: Linked = { ...context.linked, ...picked }
  const selected = ids.map((id): Option => {
    const linked = names[id] ?? found.options.find((option) => option.id === id)
    return {
      id,
      name: linked?.name ?? `#${id}`,
      color: linked?.color ?? null,
      avatar: linked?.avatar ?? null,
    }
  })

  const pick = (option: Option) => {
    const linked = linkedOf(option, collectionId ?? 0)
    setPicked((known) => ({ ...known, ...linked }))
    onChange(isMulti ? [...ids.filter((id) => id !== option.id), option.id] : option.id, { linked })
  }
  const create = async (name: string) => {
    if (collectionId === null) return
    setCreating(true)
    try {
      const nameColumn = (collection && nameColumnOf(collection)) ?? 'name'
      const record = await source.createRecord(collectionId, { [nameColumn]: name })
      const color = isList ? record.values[itemColumns.color] : null
      pick({
        id: record.id,
        name: record.name || name,
        color: typeof color === 'string' ? color : null,
        avatar: record.avatar,
      })
      if (!isMulti) props.onCommit()
    } catch (error) {
      toast.error(errorText(error))
      setSearch(name)
    } finally {
      setCreating(false)
    }
  }

  return (
    <Picker
      {...props}
      isMulti={isMulti}
      selected={selected}
      options={found.options}
      isLoading={(isOpen && found.isLoading) || isCreating}
      isStale={isOpen && found.isStale}
      note={
        found.error
          ? errorText(found.error)
          : isList && collectionId === null
            ? t('fields:picker.noList')
            : isList && search === '' && !found.isLoading
              ? t('fields:picker.emptyList')
              : undefined
      }
      search={search}
      onSearch={setSearch}
      onOpen={() => setOpen(true)}
      onPick={pick}
      onRemove={(id) => {
        const rest = ids.filter((one) => one !== id)
        onChange(isMulti && rest.length > 0 ? rest : null)
      }}
      onCreate={canCreate ? (name) => void create(name) : undefined}
      isCreateChosen={!isList}
      urlOf={isList || props.isCompact ? undefined : ({ id }) => source.recordUrl(id)}
      placeholder={t(isList ? 'fields:picker.choose' : 'fields:picker.search')}
    />
  )
}
