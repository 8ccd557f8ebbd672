/** Chooses a collection, in its tree. */
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { inTreeOrder, useCollections } from '../../../fields/public.ts'
import { useTeamId } from '../../../teams/public.ts'

export function CollectionSelect({
  label,
  help,
  error,
  value,
  isRequired = true,
  withSmart = true,
  onChange,
}: {
  label: string
  help?: string
  error: string | undefined
  value: number | null
  isRequired?: boolean
  /** Whether collections are offered whose members follow from a filter. */
  withSmart?: boolean
  onChange(id: number | null): void
}) {
  const { t } = useTranslation(['wizards', 'common'])
  const teamId = useTeamId()
  const collections = useCollections(teamId).filter(
    ({ id, isSmartCollection }) => withSmart || !isSmartCollection || id === value,
  )
  return (
    <Select
      label={label}
      description={error ? undefined : help}
      error={error}
      placeholder={t('wizards:settings.chooseCollection')}
      searchable
      required={isRequired}
      allowDeselect={!isRequired}
      nothingFoundMessage={t('common:noResults')}
      value={value === null ? null : String(value)}
      data={inTreeOrder(collections).map(({ collection, depth }) => ({
        value: String(collection.id),
        label: `${'\u2003'.repeat(depth)}${collection.pluralName}`,
      }))}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}
