/**
 * The record source of a run: choices come from the run, which may offer more than the person may read elsewhere; the
 * rest is the surrounding source's.
 */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { RunScreen } from '@muster/contract/wizards/runs.schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import {
  fieldRules,
  type Option,
  type OptionsFound,
  type OptionsWanted,
  type RecordSource,
  RecordSourceContext,
  useRecordSource,
} from '../../fields/visitors/public.ts'
import { dataFieldOf } from './asked-field.ts'
import type { RunPort } from './run-port.ts'

interface RunSourceProps {
  port: RunPort
  screen: RunScreen
  children: ReactNode
}

export function RunSource({ port, screen, children }: RunSourceProps) {
  const around = useRecordSource()
  const { ask, wizardStepId, language } = screen
  const source = useMemo((): RecordSource => {
    const fields = askedIn(ask)
    return {
      ...around,
      useOptions(wanted) {
        const dataFieldId = fieldFor(fields, wanted)
        const others = around.useOptions({ ...wanted, isEnabled: wanted.isEnabled && dataFieldId === null })
        const own = useRunOptions(port, { wizardStepId, language, dataFieldId }, wanted)
        return dataFieldId === null ? others : own
      },
    }
  }, [around, ask, port, wizardStepId, language])
  return <RecordSourceContext value={source}>{children}</RecordSourceContext>
}

function askedIn(ask: RunScreen['ask']): readonly DataField[] {
  if (ask?.kind === 'form') return ask.fields.map(dataFieldOf)
  if (ask?.kind === 'pick') return ask.newFields.map(dataFieldOf)
  return ask?.kind === 'value' ? [dataFieldOf(ask.field)] : []
}

/** The asked field that is filled in, or one that refers to the collection; null if none does. */
function fieldFor(
  fields: readonly DataField[],
  { dataFieldId, collectionId }: Pick<OptionsWanted, 'dataFieldId' | 'collectionId'>,
): number | null {
  if (collectionId === null) return null
  const rules = fieldRules.now()
  const field =
    fields.find(({ id }) => id === dataFieldId) ??
    fields.find((one) => {
      const reference = rules?.fieldType(one.dataType).refersTo?.(rules.settingsOf(one))
      return reference?.to === 'record' && reference.collectionId === collectionId
    })
  return field?.id ?? null
}

const none: readonly Option[] = []

function useRunOptions(
  port: RunPort,
  { dataFieldId, ...place }: { wizardStepId: number | null; language: string; dataFieldId: number | null },
  { search, isEnabled }: OptionsWanted,
): OptionsFound {
  const { data, error, isFetching, isPlaceholderData, isLoading } = useQuery({
    queryKey: ['wizardRunOptions', port.wizardRunId, place, dataFieldId, search],
    queryFn: ({ signal }) => port.options({ dataFieldId: dataFieldId ?? 0, search }, signal),
    enabled: isEnabled && dataFieldId !== null,
    placeholderData: keepPreviousData,
  })
  return {
    options: data?.items ?? none,
    error,
    isLoading: isFetching,
    isStale: isPlaceholderData || isLoading,
  }
}
