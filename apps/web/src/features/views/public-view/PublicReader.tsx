/** Around the values of a public view: read-only, without links into the app. */
import { type ReactNode, useMemo } from 'react'
import { api, useApi } from '../../../lib/api.ts'
import { type CellSource, RecordSourceContext, TeamFactsContext } from '../../fields/public.ts'
import { publicFacts } from './public-context.ts'
import type { OpenView } from './public-source.ts'

const cellSource: CellSource = {
  recordUrl: () => null,
  useMapTiles() {
    const { data, isPending } = useApi(api.maps.publicSettings, {}, { staleTime: Number.POSITIVE_INFINITY })
    return isPending ? undefined : (data?.tiles ?? null)
  },
}

export function PublicReader({
  teamId,
  view,
  children,
}: {
  teamId: number
  view: OpenView
  children: ReactNode
}) {
  const facts = useMemo(() => publicFacts(teamId, view), [teamId, view])
  return (
    <TeamFactsContext value={facts}>
      <RecordSourceContext value={cellSource}>{children}</RecordSourceContext>
    </TeamFactsContext>
  )
}
