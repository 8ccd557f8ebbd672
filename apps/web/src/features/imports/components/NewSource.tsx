/** What the cells of a new field name: items of an existing or a new list, or records of a collection. */
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { inTreeOrder, useCollections } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'
import classes from './Import.module.css'
import { type NewTarget, sourceIdOf, sourceOf, sourcesFor, withSource } from './mapping.ts'

export function NewSource({
  target,
  header,
  onChange,
}: {
  target: NewTarget
  header: string
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
        value={target.isNewList ? 'new' : String(sourceIdOf(target) ?? '')}
        data={[
          source.isList
            ? { value: 'new', label: t('options.newList', { name: header }) }
            : { value: '', label: t('options.choose') },
          ...items,
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          onChange(withSource(target, value === 'new' ? value : value === '' ? null : Number(value)))
        }}
      />
    </div>
  )
}
