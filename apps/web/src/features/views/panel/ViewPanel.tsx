/** The settings of a view beside the view itself, which shows each change before it is saved. */
import type { DataView as SavedView, UpdateView } from '@muster/contract/views/views.schema'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { SaveBarContent } from '../../../ui/SaveBar.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.ts'
import admin from '../admin/admin.module.css'
import { ViewDraftContext } from '../admin/draft-context.ts'
import { ViewSections } from '../admin/sections/ViewSections.tsx'
import { useDraft } from '../admin/use-draft.ts'
import { useViewFields } from '../admin/use-view-fields.ts'
import type { ViewSettings } from '../display-of.ts'
import classes from './ViewPanel.module.css'

export interface ViewPanelProps {
  teamId: number
  view: SavedView
  canShare: boolean
  /** Unsaved changes of the list, which go on here. */
  start: UpdateView
  /** Out of sight, but not given up: something else is beside the view for a while. */
  isHidden: boolean
  isWithin(path: string, search: string): boolean
  /** Changes to show in the view; empty when there are none. */
  onPreview(changes: UpdateView): void
  onClose(): void
}

export function ViewPanel(props: ViewPanelProps) {
  const { teamId, view, canShare, isHidden, onPreview, onClose } = props
  const { t } = useTranslation(['viewsAdmin', 'views', 'common', 'errors', 'fields', 'dataTypes', 'filters'])
  const { fields } = useViewFields(teamId, view.dataCollectionId)
  const state = useDraft(teamId, view, {
    openTab: () => {},
    isWithin: props.isWithin,
    start: props.start as Partial<ViewSettings>,
  })
  const { changes, isDirty } = state
  const title = t('viewsAdmin:panel.title', { name: view.internalName })
  const text = JSON.stringify(changes)
  useEffect(() => onPreview(JSON.parse(text)), [onPreview, text])
  useEffect(() => () => onPreview({}), [onPreview])
  const body = useRef<HTMLDivElement>(null)
  useFocusBack()
  useEffect(() => body.current?.querySelector<HTMLElement>('button, select, input')?.focus(), [])
  const leave = async () => {
    const isSure =
      !isDirty ||
      (await confirm({
        title: t('common:unsaved.title'),
        confirmLabel: t('common:unsaved.discard'),
        isDestructive: true,
      }))
    if (isSure) onClose()
  }
  if (isHidden) return null
  return (
    <ViewDraftContext
      value={{ ...state, view, fields, isReadOnly: !view.canDesign, canShare, isPanel: true }}
    >
      <Drawer
        title={title}
        onClose={() => void leave()}
        tools={
          canShare ? (
            <AppLink
              href={`/team-${teamId}/admin/data-views/${view.id}/details`}
              className={classes.page}
              aria-label={t('viewsAdmin:panel.page')}
              title={t('viewsAdmin:panel.page')}
            >
              <Glyph name="fullscreen" />
            </AppLink>
          ) : undefined
        }
        footer={
          isDirty || state.state !== 'idle' ? (
            <SaveBarContent
              isDirty={isDirty}
              state={state.state}
              onSave={() => void state.save()}
              onDiscard={state.discard}
            />
          ) : undefined
        }
      >
        <div ref={body} className={classes.sections}>
          <fieldset className={admin.fieldset} disabled={!view.canDesign} aria-label={title}>
            <ViewSections />
          </fieldset>
        </div>
      </Drawer>
    </ViewDraftContext>
  )
}
