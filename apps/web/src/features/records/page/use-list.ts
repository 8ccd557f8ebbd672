/** The list or search that a record was opened from, according to the address, and the record's neighbours there. */
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { api, useApi } from '../../../lib/api.ts'
import { findIn, useFound } from '../../search/public.ts'
import { type RecordsView, readView, withQuick, writeView } from '../url-state.ts'

/** Address parameters of a record's page opened from a list; `view` adds the filter and order of a saved view. */
export function listParams(dataCollectionId: number, view: RecordsView): Record<string, unknown> {
  return {
    list: dataCollectionId,
    ...writeView({ ...view, recordId: null, isNew: false, isTrash: false, rewrite: null }),
  }
}

export function useList(teamId: number, dataRecordId: number, rest: string) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const router = useRouter()
  const navigate = useNavigate()
  const text = JSON.stringify(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters by their content
  const { dataCollectionId, view } = useMemo(
    () => ({
      dataCollectionId: typeof search.list === 'number' && search.list > 0 ? search.list : null,
      view: readView(search),
    }),
    [text],
  )
  const { sort = [], search: searched } = view
  const filter = withQuick(view.filter ?? null, view.quick)
  const { data } = useApi(
    api.records.neighbours,
    {
      params: { teamId, dataCollectionId: dataCollectionId ?? 0 },
      body: {
        dataRecordId,
        ...(filter ? { filter } : {}),
        ...(sort.length > 0 ? { sort } : {}),
        ...(searched ? { search: searched } : {}),
      },
    },
    { enabled: dataCollectionId !== null, retry: false },
  )
  const find = dataCollectionId === null ? findIn(search) : null
  const found = useFound(teamId, find, dataRecordId)
  const params =
    dataCollectionId !== null ? listParams(dataCollectionId, view) : find === null ? {} : { find }
  const suffix = router.options.stringifySearch?.(params) ?? ''
  const go = (id: number | null | undefined) => {
    if (!id) return
    const to = `/team-${teamId}/data-records/${id}${rest}`
    void navigate({ to: to as '/', search: search as never, replace: true })
  }
  const { previous = null, next = null } = (dataCollectionId === null ? found : data) ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` depends on the named values only
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.defaultPrevented) return
      const id = event.code === 'Comma' ? previous : event.code === 'Period' ? next : undefined
      if (id === undefined) return
      event.preventDefault()
      // Blur saves the value being typed.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      go(id)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [previous, next, rest, text])
  return {
    isFromList: dataCollectionId !== null || find !== null,
    listUrl:
      dataCollectionId === null
        ? null
        : `/team-${teamId}/data-collections/${dataCollectionId}/records${
            router.options.stringifySearch?.(writeView({ ...view, recordId: null })) ?? ''
          }`,
    previous,
    next,
    /** Opens another record of the list, on the same tab. */
    go,
    /** Keeps the list in addresses of this record's tabs. */
    suffix,
    params,
  }
}
