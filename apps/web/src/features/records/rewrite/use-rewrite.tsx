/** Find and replace, splitting of texts, and fetching of pictures, in a list: where they are opened from, and their dialogs. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import {
  type AskedRewrite,
  canReplaceIn,
  canSplit,
  columnActions,
  hasPicturesToFetch,
  type RewriteKind,
} from '../../fields/public.ts'
import { useCan } from '../../teams/public.ts'
import type { GridNavigator } from '../components/grid-hooks.ts'
import type { RecordSource } from '../data/record-source.ts'
import { countSelected, type Selection, targetOf } from '../data/selection.ts'
import type { RewriteStart, Scope } from './scopes.ts'

const ReplaceDialog = lazy(async () => ({ default: (await import('./ReplaceDialog.tsx')).ReplaceDialog }))
const SplitDialog = lazy(async () => ({ default: (await import('./SplitDialog.tsx')).SplitDialog }))
const PicturesDialog = lazy(async () => ({ default: (await import('./PicturesDialog.tsx')).PicturesDialog }))

const dialogs = { replace: ReplaceDialog, split: SplitDialog, pictures: PicturesDialog } as const

interface RewriteContext {
  teamId: number
  collection: DataCollection
  /** The fields on screen, in their order. */
  fields: readonly DataField[]
  source: RecordSource
  selection: Selection
  navigator: { current: GridNavigator | null }
  isReadOnly: boolean
  /** By the address of the list. */
  asked: AskedRewrite | null
  /** What the address asked for is closed. */
  onAnswered(): void
  /** A field was added for a part of the texts. */
  onAdded(columnName: string): void
}

export interface RewriteActions {
  open(kind: RewriteKind, field?: string | null, scope?: Scope['key']): void
  /** Which of them there is something for. */
  kinds: readonly RewriteKind[]
  itemsOf(field: DataField): MenuItem[]
  dialog: ReactNode
}

/** Cells of more than this number of records are not named one by one. */
const maxCells = 50_000

export function useRewrite(context: RewriteContext): RewriteActions {
  const { fields, source, selection, navigator, isReadOnly, asked, onAnswered } = context
  const { t } = useTranslation('records')
  const [start, setStart] = useState<RewriteStart | null>(null)

  const open: RewriteActions['open'] = (kind, field, scope) => {
    const prepare = async () => {
      const cells = await navigator.current?.selected(maxCells)
      const scopes: Scope[] = []
      if (cells && cells.ids.length > 1) {
        const { ids, columns } = cells
        scopes.push({ key: 'cells', target: { ids }, count: ids.length, columns })
      }
      const count = countSelected(selection, source.total.count)
      if (count !== 0) scopes.push({ key: 'selected', target: targetOf(selection, source.target), count })
      scopes.push({ key: 'all', target: source.target, count: source.total.count })
      setStart({
        kind,
        field: field ?? cells?.column ?? null,
        scopes,
        scope: scope ?? (field ? 'all' : (scopes[0]?.key ?? 'all')),
      })
    }
    void prepare()
  }
  const canDesign = useCan()('team_admin_data_collections')
  const kinds: RewriteKind[] = isReadOnly
    ? []
    : [
        ...(canDesign && fields.some(hasPicturesToFetch) ? ['pictures' as const] : []),
        ...(fields.some(canReplaceIn) ? ['replace' as const] : []),
        ...(fields.some(canSplit) && fields.some(({ canUpdate }) => canUpdate) ? ['split' as const] : []),
      ]

  const askedKind = asked?.kind
  const askedField = asked?.field
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (askedKind && askedField !== undefined && kinds.includes(askedKind)) open(askedKind, askedField)
  }, [askedKind, askedField])

  const latest = useRef({ open, kinds })
  latest.current = { open, kinds }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isReplace =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'h'
      if (!isReplace || event.defaultPrevented || document.querySelector('[aria-modal="true"]')) return
      if (!latest.current.kinds.includes('replace')) return
      event.preventDefault()
      latest.current.open('replace')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const close = () => {
    setStart(null)
    if (asked) onAnswered()
    requestAnimationFrame(() => navigator.current?.focus())
  }
  const Dialog = dialogs[start?.kind ?? 'replace']
  return {
    open,
    kinds,
    itemsOf: (field) =>
      kinds.length > 0 ? columnActions(field, t, (...to) => ({ action: () => open(...to) }), canDesign) : [],
    dialog: start && (
      <Suspense fallback={null}>
        <Dialog {...context} start={start} onClose={close} />
      </Suspense>
    ),
  }
}
