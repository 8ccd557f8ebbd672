/** Which records of the tree a smart collection holds. */
import { Input } from '@mantine/core'
import type { Filter } from '@muster/contract/filters/ast'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { useTeamId } from '../../teams/public.ts'

const FilterBuilder = lazy(async () => ({ default: (await import('../../filters/public.ts')).FilterBuilder }))

export function MembershipFilter({
  dataCollectionId,
  value,
  error,
  onChange,
}: {
  /** Whose fields are asked about: the parent. */
  dataCollectionId: number
  value: Filter | null
  error: string | undefined
  onChange(filter: Filter | null): void
}) {
  const { t } = useTranslation('collections')
  const teamId = useTeamId()
  const id = useId()
  return (
    <Input.Wrapper
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      label={t('form.filter')}
      labelElement="div"
      description={error ? undefined : t('form.filterHelp')}
      error={error}
      withAsterisk
    >
      <Suspense fallback={<FormSkeleton rowCount={1} />}>
        <FilterBuilder
          teamId={teamId}
          dataCollectionId={dataCollectionId}
          value={value}
          onChange={onChange}
        />
      </Suspense>
    </Input.Wrapper>
  )
}
