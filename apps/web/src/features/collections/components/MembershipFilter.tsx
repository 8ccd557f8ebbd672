/** The filter of a smart collection, with a live preview of what it matches and a test of one record. */
import { Input } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Filter } from '@muster/contract/filters/ast'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, queryKeyOf } from '../../../lib/api.ts'
import { useFieldErrors } from '../../../lib/errors.ts'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { useTeamId } from '../../teams/public.ts'
import { MembershipPreview } from './MembershipPreview.tsx'
import { TestRecord } from './TestRecord.tsx'

const FilterBuilder = lazy(async () => ({ default: (await import('../../filters/public.ts')).FilterBuilder }))

/** A pause in typing. */
const pauseMs = 250
const examples = 5

export function MembershipFilter({
  dataCollectionId,
  value,
  errors,
  onChange,
}: {
  /** The collection whose fields and records are used: the parent. */
  dataCollectionId: number
  value: Filter | null
  /** By path into the form; those of the filter begin with `membershipDataFilter`. */
  errors: Readonly<Record<string, string>>
  onChange(filter: Filter | null): void
}) {
  const { t } = useTranslation('collections')
  const teamId = useTeamId()
  const id = useId()
  const [settled] = useDebouncedValue(value, pauseMs)
  const preview = usePreview(teamId, dataCollectionId, settled)
  const fieldErrors = useFieldErrors()
  const wrong = useMemo(
    () => ({
      ...under('filter', isOfFilter(preview.error) ? fieldErrors(preview.error) : {}),
      ...under('membershipDataFilter', errors),
    }),
    [preview.error, errors, fieldErrors],
  )
  const { '': ofAll, ...ofParts } = wrong
  return (
    <>
      <Input.Wrapper
        id={id}
        role="group"
        aria-labelledby={`${id}-label`}
        label={t('form.filter')}
        labelElement="div"
        description={ofAll ? undefined : t('form.filterHelp')}
        error={ofAll}
        withAsterisk
      >
        <Suspense fallback={<FormSkeleton rowCount={1} />}>
          <FilterBuilder
            dataCollectionId={dataCollectionId}
            value={value}
            errors={ofParts}
            onChange={onChange}
          />
        </Suspense>
      </Input.Wrapper>
      {value && (
        <MembershipPreview
          teamId={teamId}
          result={preview.data}
          error={isOfFilter(preview.error) ? null : preview.error}
          isBusy={preview.isFetching || settled !== value}
          hasWrongParts={isOfFilter(preview.error)}
          onRetry={preview.refetch}
        />
      )}
      {value && <TestRecord teamId={teamId} dataCollectionId={dataCollectionId} filter={settled ?? value} />}
    </>
  )
}

/** The matching records that the user may see; refetched when records change. */
function usePreview(teamId: number, dataCollectionId: number, filter: Filter | null) {
  const params = { teamId, dataCollectionId }
  return useQuery({
    queryKey: [...queryKeyOf(api.records.query, { params }), 'preview', filter],
    queryFn: ({ signal }) =>
      call(
        api.records.query,
        { params, body: { filter: filter ?? { and: [] }, limit: examples, count: 'exact', fields: [] } },
        { signal },
      ),
    enabled: filter !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

const isOfFilter = (error: unknown) => error instanceof ApiError && error.code === 'filter_invalid'

/** Error texts at a path and below it, by the rest of their path. */
function under(path: string, errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([at]) => at === path || at.startsWith(`${path}.`))
      .map(([at, text]) => [at.slice(path.length + 1), text]),
  )
}
