/** What the cells of a new field name: items of an existing or a new list, or records of a collection. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { inTreeOrder, useCollections } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'
import classes from './Import.module.css'
import {
  freeName,
  isTaken,
  type NewTarget,
  sourceIdOf,
  sourceOf,
  sourcesFor,
  withNewList,
  withSource,
} from './mapping.ts'

export function NewSource({
  target,
  header,
  collectionName,
  onChange,
}: {
  target: NewTarget
  header: string
  collectionName: string
  onChange(target: NewTarget): void
}) {
  const { t } = useTranslation('imports')
  const collections = useCollections(useTeamId())
  const source = sourceOf(target.dataType)
  if (!source) return null
  const items = inTreeOrder(sourcesFor(target.dataType, collections)).map(({ collection, depth }) => ({
    value: String(collection.id),
    label: `${'\u2003'.repeat(depth)}${collection.pluralName}`,
  }))
  return (
    <div className={classes.options}>
      <NativeSelect
        size="xs"
        label={t(source.isList ? 'options.list' : 'options.collection')}
        required
        value={target.newList !== undefined ? 'new' : String(sourceIdOf(target) ?? '')}
        data={[
          source.isList
            ? { value: 'new', label: t('options.newList') }
            : { value: '', label: t('options.choose') },
          ...items,
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          if (value === 'new') onChange(withNewList(target, freeName(header, collectionName, collections)))
          else onChange(withSource(target, value === '' ? null : Number(value)))
        }}
      />
      {target.newList !== undefined && (
        <TextInput
          size="xs"
          label={t('options.listName')}
          required
          maxLength={200}
          value={target.newList}
          error={isTaken(target.newList.trim(), collections) ? t('options.nameTaken') : undefined}
          onChange={(event) => onChange(withNewList(target, event.currentTarget.value))}
        />
      )}
    </div>
  )
}
