/** …/data-views/{id}/preview: the view on real records, with its current settings. */
import { SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Condition } from '@muster/contract/filters/ast'
import { viewTypes } from '@muster/contract/views/types/index'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { RecordSourceContext, useFieldContext, useRecordSource } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { displayOf, readsRecords } from '../display-of.ts'
import { ViewDisplay } from '../displays/ViewDisplay.tsx'
import { ViewFrame } from '../displays/ViewFrame.tsx'
import { QuickFilters } from '../switcher/quick/QuickFilters.tsx'
import { kindOf, viewKinds } from '../types/index.ts'
import { useViewDraft } from './draft-context.ts'
import { PreviewBoard } from './PreviewBoard.tsx'
import { filterOf, type Look, sourceOfDraft } from './preview-source.ts'
import { scopeDraft } from './scope-draft.ts'
import classes from './ViewPreview.module.css'

const typingMs = 250

export function ViewPreview() {
  const { t } = useTranslation(['viewsAdmin', 'views', 'viewSwitcher', 'common'])
  const teamId = useTeamId()
  const { view, draft, fields } = useViewDraft()
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  const [look, setLook] = useState<Look>('internal')
  const [chosen, setChosen] = useState<readonly Condition[]>([])
  const [search, setSearch] = useState('')
  const [words] = useDebouncedValue(search.trim(), typingMs)
  const context = useFieldContext()
  const isPublic = look === 'external'
  const records = useRecordSource()
  // On the public page, values do not link into the app.
  const reads = useMemo(
    () => (isPublic ? { ...records, recordUrl: () => null } : records),
    [records, isPublic],
  )
  const display = displayOf(draft, fields, context.format)
  const source = sourceOfDraft({ teamId, view, draft, display, fields, chosen, search: words, look })
  const needed = viewTypes[draft.type].neededField
  const shown = { source, display, context, label: draft.internalName }
  // The public page shows a board as a list.
  const isBoard = viewKinds[kindOf(draft)].groups === 'columns' && !isPublic
  const isComplete = isBoard
    ? display.groupField !== null
    : !needed || fields.some(({ id }) => id === draft[needed])
  const scope = `.muster-view-${view.id}`
  const isSaved = draft.internalCss === view.internalCss
  const css = isPublic
    ? scopeDraft(draft.externalCss, scope)
    : isSaved
      ? view.scopedInternalCss
      : scopeDraft(draft.internalCss, scope)
  return (
    <PageBody isWide>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label={t('viewsAdmin:preview.width')}
          value={width}
          onChange={(value) => setWidth(value === 'phone' ? 'phone' : 'desktop')}
          data={[
            { value: 'desktop', label: t('viewsAdmin:preview.desktop') },
            { value: 'phone', label: t('viewsAdmin:preview.phone') },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('viewsAdmin:preview.look')}
          value={look}
          onChange={(value) => setLook(value === 'external' ? 'external' : 'internal')}
          data={[
            { value: 'internal', label: t('viewsAdmin:preview.internal') },
            { value: 'external', label: t('viewsAdmin:preview.external') },
          ]}
        />
      </div>
      <section
        className={classes.frame}
        data-width={width}
        aria-label={t('viewsAdmin:preview.frame', { name: draft.internalName })}
      >
        {isComplete ? (
          <RecordSourceContext value={reads}>
            <ViewFrame id={view.id} css={css}>
              <div className={classes.filters}>
                {isPublic && readsRecords(draft) && draft.displayOptions.showSearch && (
                  <TextInput
                    size="xs"
                    type="search"
                    aria-label={t('common:search')}
                    placeholder={t('common:search')}
                    leftSection={<Glyph name="search" size={14} />}
                    value={search}
                    onChange={(event) => setSearch(event.currentTarget.value)}
                  />
                )}
                {readsRecords(draft) && (
                  <QuickFilters
                    fields={fields}
                    filterFields={draft.filterFields}
                    value={chosen}
                    onChange={setChosen}
                  />
                )}
              </div>
              {isBoard ? (
                <PreviewBoard
                  {...shown}
                  teamId={teamId}
                  dataCollectionId={view.dataCollectionId}
                  filter={filterOf(draft, chosen)}
                  search={words}
                />
              ) : (
                <ViewDisplay
                  // Another type or layout mounts a new display.
                  key={`${draft.type} ${draft.displayOptions.layout} ${draft.displayOptions.calendarMode}`}
                  type={draft.type}
                  {...shown}
                />
              )}
            </ViewFrame>
          </RecordSourceContext>
        ) : (
          <EmptyState
            glyph="settings"
            title={t('viewsAdmin:preview.incomplete')}
            action={
              <AppLink href={`/team-${teamId}/admin/data-views/${view.id}/details`}>
                {t('viewsAdmin:preview.openDetails')}
              </AppLink>
            }
          />
        )}
      </section>
    </PageBody>
  )
}
