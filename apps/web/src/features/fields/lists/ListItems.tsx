/** A simple editor of a custom list: name, colour and order of its items, saved as they change. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { ListEditor } from '../../../ui/ListEditor.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { useTeamFacts } from '../field-context.ts'
import { ColorPicker } from './ColorPicker.tsx'
import classes from './ListItems.module.css'
import { type ListItem, mostItems, useListItems } from './use-list-items.ts'

export function ListItems({ listId }: { listId: number }) {
  const { t } = useTranslation(['fields', 'common'])
  const { teamId } = useTeamFacts()
  const list = useListItems(teamId, listId, (name) => t('lists.removed', { name }))
  const { query, items, total } = list

  if (query.isPending) return <FormSkeleton rowCount={3} />
  if (query.isLoadingError) return <ErrorState error={query.error} onRetry={query.refetch} />
  return (
    <div className={styles.stack8}>
      {items.length === 0 && <p className={styles.note}>{t('lists.empty')}</p>}
      <ListEditor
        items={items}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        label={t('lists.items')}
        className={classes.list}
        rowClassName={classes.item}
        moveLabel={(name) => t('lists.drag', { name })}
        removeLabel={(name) => t('lists.remove', { name })}
        onChange={(ordered) => void list.reorder(ordered)}
        onRemove={(item) => void list.remove(item)}
      >
        {(item, { at, remove }) => (
          <>
            <Item
              item={item}
              number={at + 1}
              onRename={(name) => void list.rename(item.id, name)}
              onRecolor={(color) => void list.recolor(item.id, color)}
            />
            {remove}
          </>
        )}
      </ListEditor>
      <NewItem onAdd={(name) => list.add(name)} />
      {total > mostItems && <p className={styles.note}>{t('lists.more', { count: mostItems })}</p>}
      <AppLink href={`/team-${teamId}/data-collections/${listId}/records`} className={classes.link}>
        {t('lists.openRecords')}
        <Glyph name="arrowRight" size={12} />
      </AppLink>
    </div>
  )
}

function Item({
  item,
  number,
  onRename,
  onRecolor,
}: {
  item: ListItem
  number: number
  onRename(name: string): void
  onRecolor(color: string): void
}) {
  const { t } = useTranslation('fields')
  const [name, setName] = useState(item.name)
  const [seen, setSeen] = useState(item.name)
  if (seen !== item.name) {
    setSeen(item.name)
    setName(item.name)
  }
  const keep = () => {
    const next = name.trim()
    if (next === '') setName(item.name)
    else if (next !== item.name) onRename(next)
  }
  return (
    <>
      <ColorPicker value={item.color} label={t('lists.color', { name: item.name })} onChange={onRecolor} />
      <TextInput
        className={classes.name}
        aria-label={t('lists.itemName', { number })}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            keep()
          }
          if (event.key === 'Escape' && name !== item.name) {
            event.stopPropagation()
            setName(item.name)
          }
        }}
      />
    </>
  )
}

/** Enter adds it and stays for the next one. */
function NewItem({ onAdd }: { onAdd(name: string): Promise<boolean> }) {
  const { t } = useTranslation('fields')
  const [name, setName] = useState('')
  const add = async () => {
    const given = name.trim()
    if (given === '') return
    setName('')
    if (!(await onAdd(given))) setName((typed) => typed || given)
  }
  return (
    <TextInput
      className={classes.add}
      aria-label={t('lists.add')}
      placeholder={t('lists.addPlaceholder')}
      leftSection={<Glyph name="plus" size={14} />}
      value={name}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={() => void add()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        void add()
      }}
    />
  )
}
