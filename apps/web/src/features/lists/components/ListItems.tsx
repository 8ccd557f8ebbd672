/** All items of a list: search, edit, sort, add and merge them. */
import { Button, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { itemColumns, nameColumn } from '@muster/contract/lists/items'
import { fold } from '@muster/contract/text'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import { useTeamFacts } from '../../fields/public.ts'
import { useWatchOperations } from '../../records/public.ts'
import { type Item, mostItems, useItems } from '../data/use-items.ts'
import type { UsingField } from '../data/used-in.ts'
import { ItemRow } from './ItemRow.tsx'
import classes from './ListItems.module.css'
import { MergeDialog, ReplaceDialog } from './MergeDialogs.tsx'

const rowHeight = 44
/** On a phone the names in other languages are below. */
const tallRowHeight = 70

export function ListItems({
  collection,
  fields,
}: {
  collection: DataCollection
  fields: readonly UsingField[]
}) {
  const { t } = useTranslation(['lists'])
  const { dataLanguages, teamId } = useTeamFacts()
  const columns = useMemo(
    () => new Set(collection.DataFields.map(({ columnName }) => columnName)),
    [collection],
  )
  const languages = useMemo(
    () => dataLanguages.slice(1).filter((language) => columns.has(nameColumn(language))),
    [dataLanguages, columns],
  )
  const list = useItems(collection, languages)
  const watch = useWatchOperations(teamId)
  const isNarrow = useMediaQuery('(max-width: 720px)')
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [dialog, setDialog] = useState<{ item: Item; isDelete: boolean } | 'merge' | null>(null)
  const { items, query } = list
  if (query.isPending) return <TableSkeleton />
  if (query.isLoadingError) return <ErrorState error={query.error} onRetry={query.refetch} />

  const wanted = fold(search.trim())
  const shown =
    wanted === ''
      ? items
      : items.filter((item) =>
          [item.name, ...Object.values(item.names)].some((name) => fold(name).includes(wanted)),
        )
  const chosen = items.filter(({ id }) => selected.has(id))
  const can = {
    update: collection.canCreate,
    remove: collection.canDelete,
    hasIcon: columns.has(itemColumns.icon),
    sort: collection.canCreate && wanted === '' && columns.has(itemColumns.rank),
  }
  const merge = async (survivor: Item, others: readonly Item[]) => {
    setSelected(new Set())
    const running = await list.merge(survivor, others)
    if (!running) return
    toast.info(t('running'))
    watch(running)
  }
  const toEdge = (item: Item, toEnd: boolean) => {
    const others = items.filter(({ id }) => id !== item.id)
    void list.reorder(toEnd ? [...others, item] : [item, ...others])
  }
  return (
    <div className={classes.root}>
      <div className={styles.wrapRow12}>
        <TextInput
          className={classes.search ?? ''}
          size="xs"
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<Glyph name="search" size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {wanted !== '' && can.update && <p className={classes.note}>{t('reorderHint')}</p>}
        {chosen.length > 0 && (
          <section className={classes.selection} aria-label={t('selection')}>
            <span role="status">{t('selected', { count: chosen.length })}</span>
            {chosen.length > 1 && (
              <Button size="xs" onClick={() => setDialog('merge')}>
                {t('merge')}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => setSelected(new Set())}>
              {t('clear')}
            </Button>
          </section>
        )}
      </div>
      {!can.update && <p className={classes.note}>{t('readOnly')}</p>}
      {items.length === 0 && can.update && <p className={classes.note}>{t('empty')}</p>}
      {items.length > 0 && shown.length === 0 && (
        <p className={classes.note} role="status">
          {t('nothing', { query: search.trim() })}
        </p>
      )}
      {shown.length > 0 && (
        <Rows
          items={shown}
          label={collection.pluralName}
          rowHeight={isNarrow && can.update && languages.length > 0 ? tallRowHeight : rowHeight}
          onReorder={(ids) => {
            const byId = new Map(items.map((item) => [item.id, item]))
            void list.reorder(ids.flatMap((id) => byId.get(id) ?? []))
          }}
          row={(item, number) => (
            <ItemRow
              key={item.id}
              item={item}
              number={number}
              list={list}
              use={list.uses.get(item.id)}
              fields={fields}
              languages={languages}
              isSelected={selected.has(item.id)}
              can={can}
              onSelect={(isSelected) => {
                const next = new Set(selected)
                if (isSelected) next.add(item.id)
                else next.delete(item.id)
                setSelected(next)
              }}
              onMerge={() => setDialog({ item, isDelete: false })}
              onReplace={() => setDialog({ item, isDelete: true })}
              onMove={(toEnd) => toEdge(item, toEnd)}
            />
          )}
        />
      )}
      {can.update && <NewItems onAdd={list.add} />}
      {list.total > mostItems && <p className={classes.note}>{t('tooMany', { count: mostItems })}</p>}
      {dialog === 'merge' && (
        <MergeDialog items={chosen} uses={list.uses} onMerge={merge} onClose={() => setDialog(null)} />
      )}
      {dialog !== null && dialog !== 'merge' && (
        <ReplaceDialog
          item={dialog.item}
          items={items}
          count={list.uses.get(dialog.item.id)?.count ?? 0}
          isDelete={dialog.isDelete}
          onReplace={(survivor) => merge(survivor, [dialog.item])}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}

/** Only the rows in view are rendered; the others are empty space. */
function Rows({
  items,
  label,
  rowHeight: height,
  onReorder,
  row,
}: {
  items: readonly Item[]
  label: string
  rowHeight: number
  onReorder(ids: number[]): void
  row(item: Item, number: number): React.ReactNode
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => items[index]?.id ?? index,
    rangeExtractor: defaultRangeExtractor,
    overscan: 12,
  })
  const shown = virtual.getVirtualItems()
  const before = shown[0]?.start ?? 0
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <div ref={scroller} className={classes.scroll}>
      <SortableList
        ids={items.map(({ id }) => id)}
        nameOf={(id) => items.find((item) => item.id === id)?.name ?? ''}
        onReorder={onReorder}
      >
        <ul
          className={styles.plainList}
          aria-label={label}
          style={{ paddingTop: before, paddingBottom: after }}
        >
          {shown.map(({ index }) => {
            const item = items[index]
            return item ? row(item, index + 1) : null
          })}
        </ul>
      </SortableList>
    </div>
  )
}

/** Enter adds it and stays for the next one; pasted lines are added at once. */
function NewItems({ onAdd }: { onAdd(lines: readonly string[]): Promise<number | null> }) {
  const { t } = useTranslation('lists')
  const [name, setName] = useState('')
  const add = async (lines: readonly string[]) => {
    if (lines.every((line) => line.trim() === '')) return
    setName('')
    const known = await onAdd(lines)
    if (known === null) setName(lines.join(' '))
    else if (known > 0) toast.info(t('known', { count: known }))
  }
  return (
    <TextInput
      label={t('add')}
      description={t('addHelp')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      leftSection={<Glyph name="plus" size={14} />}
      maw={420}
      value={name}
      onChange={(event) => setName(event.currentTarget.value)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain')
        if (!/[\r\n]/.test(text.trim())) return
        event.preventDefault()
        void add(text.split(/\r\n|\r|\n/))
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        void add([name])
      }}
    />
  )
}
