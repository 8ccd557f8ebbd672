/** A public view: a page of its own, or in a frame of another site. */
import { VisuallyHidden } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import frame from '../../../ui/PublicPage.module.css'
import { ViewDisplay } from '../displays/ViewDisplay.tsx'
import { PublicFilters } from './PublicFilters.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { PublicGate } from './PublicGate.tsx'
import { PublicReader } from './PublicReader.tsx'
import { usePublicContext } from './public-context.ts'
import { type PublicSearch, readPublicSearch } from './public-search.ts'
import type { OpenView as View } from './public-source.ts'
import { publicDisplay, publicSource } from './public-source.ts'

export function PublicView() {
  const { teamId, publicKey = '' } = useParams({ strict: false })
  return (
    <PublicGate teamId={Number(teamId)} publicKey={publicKey}>
      {(view) => <Shown teamId={Number(teamId)} view={view} />}
    </PublicGate>
  )
}

function Shown({ teamId, view }: { teamId: number; view: View }) {
  const search = readPublicSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const navigate = useNavigate()
  const context = usePublicContext(teamId, view)
  const display = useMemo(() => publicDisplay(view), [view])
  const { q = '', f, language, embed, theme, hideFilters, date, mode } = search
  const filterText = JSON.stringify(f ?? {})
  const source = useMemo(
    () =>
      publicSource({
        teamId,
        view,
        filters: JSON.parse(filterText),
        search: q,
        kept: { ...(language ? { language } : {}), ...(embed ? { embed } : {}), ...(theme ? { theme } : {}) },
      }),
    [teamId, view, filterText, q, language, embed, theme],
  )
  const change = (next: PublicSearch, isNew = false) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...next }),
      replace: !isNew,
      resetScroll: false,
    } as never)
  return (
    <PublicReader teamId={teamId} view={view}>
      <PublicFrame view={view} isEmbedded={embed === 1}>
        {embed === 1 ? (
          <VisuallyHidden component="h1">{view.title}</VisuallyHidden>
        ) : (
          <h1 className={`${frame.title} view-title`}>{view.title}</h1>
        )}
        {hideFilters !== 1 && (
          <PublicFilters
            view={view}
            filters={f ?? {}}
            search={q}
            onChange={({ filters, search: text }) =>
              change({
                f: Object.keys(filters).length > 0 ? filters : undefined,
                q: text || undefined,
              } as PublicSearch)
            }
          />
        )}
        <ViewDisplay
          type={view.type}
          source={source}
          display={display}
          context={context}
          label={view.title}
          date={date ?? null}
          mode={mode ?? null}
          onChange={(next) => change(next, true)}
        />
      </PublicFrame>
    </PublicReader>
  )
}
