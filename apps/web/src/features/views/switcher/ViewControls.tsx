/** The view switcher, the actions of the open view, and their results. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { CreateView, DataView as SavedView, UpdateView } from '@muster/contract/views/views.schema'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toasts.ts'
import { ChangesBar } from './ChangesBar.tsx'
import { type FirstView, settingsOf, useViewActions } from './use-views.ts'
import { ViewDialog } from './ViewDialog.tsx'
import { ViewSwitcher } from './ViewSwitcher.tsx'
import type { settingsOfDraft } from './view-draft.ts'

export interface ViewControlsProps {
  teamId: number
  dataCollectionId: number
  fields: readonly DataField[]
  views: readonly SavedView[]
  view: SavedView | null
  first: FirstView
  isModified: boolean
  isStale: boolean
  /** Whether the reader designs collections, and so may create views for others. */
  canShare: boolean
  /** The current state, as a new view would store it. */
  now(): CreateView
  toSave(): UpdateView
  /** Whether the toolbar asked for a new view. */
  isMaking: boolean
  onMaking(isMaking: boolean): void
  onDiscard(saved?: SavedView): void
  onOpen(view: SavedView | null): void
  /** Opens the settings of a view beside it. */
  onEdit(view: SavedView): void
  urlOf(view: SavedView | null): string
}

interface Opened {
  start: CreateView
}

export function ViewControls(props: ViewControlsProps) {
  const { view, first, canShare } = props
  const { t } = useTranslation(['viewSwitcher', 'common', 'errors'])
  const errorText = useErrorText()
  const actions = useViewActions(props.teamId, props.dataCollectionId)
  const [own, setOwn] = useState<Opened | null>(null)
  const [isSaving, setSaving] = useState(false)
  /** The spec's error text, and the reason if the server gave one. */
  const showError = (what: 'save' | 'delete', error: unknown) => {
    const reason = error instanceof ApiError && error.status > 0 && error.status < 500 ? errorText(error) : ''
    const text = t(`viewSwitcher:error.${what}`)
    toast.error(`${text} ${reason}`.trim())
  }

  const save = async () => {
    if (!view) return
    setSaving(true)
    try {
      props.onDiscard(await actions.update(view.id, props.toSave()))
      toast.success(t('viewSwitcher:toast.saved', { name: view.internalName }))
    } catch (error) {
      showError('save', error)
    } finally {
      setSaving(false)
    }
  }
  const remove = async () => {
    if (!view) return
    const isSure = await confirm({
      title: t('viewSwitcher:delete.title', { name: view.internalName }),
      text: t(view.sharing === 'personal' ? 'viewSwitcher:delete.text' : 'viewSwitcher:delete.textShared'),
      confirmLabel: t('viewSwitcher:menu.delete'),
      isDestructive: true,
    })
    if (!isSure) return
    try {
      props.onOpen(null)
      await actions.remove(view.id)
      toast.success(t('viewSwitcher:toast.deleted', { name: view.internalName }))
    } catch (error) {
      showError('delete', error)
    }
  }
  const setFirst = async (chosen: SavedView | null) => {
    try {
      await first.set(chosen?.id ?? null)
      toast.success(t('viewSwitcher:toast.first', { name: chosen?.internalName ?? t('viewSwitcher:all') }))
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const startNew = (): CreateView => ({
    ...props.now(),
    internalName: '',
    sharing: view?.canSave || !view ? (canShare ? 'shared' : 'personal') : 'personal',
  })
  const asked = useRef<Opened | null>(null)
  if (!props.isMaking) asked.current = null
  else asked.current ??= { start: startNew() }
  const opened = own ?? asked.current
  const setOpened = (next: Opened | null) => {
    setOwn(next)
    props.onMaking(false)
  }
  const keep = async (settings: ReturnType<typeof settingsOfDraft>) => {
    if (!opened) return
    const made = await actions.create({ ...opened.start, ...settings })
    toast.success(t('viewSwitcher:toast.created', { name: made.internalName }))
    props.onOpen(made)
    setOpened(null)
  }
  const menuItems: MenuItem[] = view
    ? [
        ...(view.canDesign
          ? [
              {
                label: t('viewSwitcher:menu.edit'),
                glyph: 'edit' as const,
                action: () => props.onEdit(view),
              },
            ]
          : []),
        {
          label: t('viewSwitcher:menu.duplicate'),
          glyph: 'copy',
          action: () =>
            setOpened({
              start: {
                ...settingsOf(view),
                internalName: t('viewSwitcher:menu.copyName', { name: view.internalName }),
                sharing: canShare ? view.sharing : 'personal',
                isVisibleExternally: false,
              },
            }),
        },
        firstItem(first.id === view.id, () => setFirst(first.id === view.id ? null : view), t),
        ...(view.canDesign
          ? [
              {
                label: t('viewSwitcher:menu.delete'),
                glyph: 'trash' as const,
                isSeparated: true,
                action: remove,
              },
            ]
          : []),
      ]
    : first.id === null
      ? []
      : [firstItem(true, () => setFirst(null), t)]
  return (
    <>
      <ViewSwitcher
        views={props.views}
        view={view}
        firstId={first.id}
        urlOf={props.urlOf}
        onCreate={() => setOpened({ start: startNew() })}
        menuItems={menuItems}
      />
      {view && props.isModified && (
        <ChangesBar
          onSave={view.canSave ? () => void save() : null}
          isSaving={isSaving}
          isStale={props.isStale}
          onDiscard={() => props.onDiscard()}
          onSaveAsNew={() => setOpened({ start: { ...startNew(), sharing: 'personal' } })}
        />
      )}
      {opened && (
        <ViewDialog
          title={t('viewSwitcher:dialog.new')}
          confirmLabel={t('viewSwitcher:create')}
          start={opened.start}
          fields={props.fields}
          canShare={canShare}
          onSave={keep}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function firstItem(
  isFirst: boolean,
  action: () => unknown,
  t: (key: 'viewSwitcher:menu.setFirst' | 'viewSwitcher:menu.unsetFirst') => string,
): MenuItem {
  return {
    label: t(isFirst ? 'viewSwitcher:menu.unsetFirst' : 'viewSwitcher:menu.setFirst'),
    glyph: 'home',
    action,
  }
}
