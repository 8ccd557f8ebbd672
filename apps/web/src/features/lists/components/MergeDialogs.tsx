/** Asks which item is kept, or what replaces one, before uses move. */
import { Button, Radio, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from '../../../ui/shared.module.css'
import type { Item, Items } from '../data/use-items.ts'
import classes from './ListItems.module.css'

/** The name as the person reads it in records. */
const shownName = ({ name, names }: Item): string => names[currentLanguage()] || name

export function MergeDialog({
  items,
  uses,
  onMerge,
  onClose,
}: {
  items: readonly Item[]
  uses: Items['uses']
  onMerge(survivor: Item, others: Item[]): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation(['lists', 'common'])
  const format = useFormat()
  const usesOf = (item: Item) => uses.get(item.id)?.count ?? 0
  // The most used one is most likely the right one.
  const [survivorId, setSurvivorId] = useState(
    () => [...items].sort((a, b) => usesOf(b) - usesOf(a))[0]?.id ?? 0,
  )
  const [isBusy, setBusy] = useState(false)
  const survivor = items.find(({ id }) => id === survivorId)
  const others = items.filter(({ id }) => id !== survivorId)
  const moved = others.reduce((sum, item) => sum + usesOf(item), 0)
  return (
    <Dialog title={t('mergeTitle', { count: items.length })} onClose={onClose}>
      <form
        className={styles.stack16}
        onSubmit={async (event) => {
          event.preventDefault()
          if (!survivor) return
          setBusy(true)
          await onMerge(survivor, others)
          onClose()
        }}
      >
        <Radio.Group
          label={t('keep')}
          value={String(survivorId)}
          onChange={(value) => setSurvivorId(Number(value))}
        >
          <div className={styles.stack16} style={{ gap: 8, marginTop: 8 }}>
            {items.map((item) => (
              <Radio
                key={item.id}
                value={String(item.id)}
                label={shownName(item)}
                description={
                  usesOf(item) > 0
                    ? t('uses', { count: usesOf(item), number: format.number(usesOf(item)) })
                    : t('noUses')
                }
              />
            ))}
          </div>
        </Radio.Group>
        <p className={classes.note}>{t('mergeText', { count: moved, number: format.number(moved) })}</p>
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('mergeDo')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** One item is replaced by another: to merge it, or to delete it while it is in use. */
export function ReplaceDialog({
  item,
  items,
  count,
  isDelete,
  onReplace,
  onClose,
}: {
  item: Item
  items: readonly Item[]
  count: number
  isDelete: boolean
  onReplace(survivor: Item): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation(['lists', 'common'])
  const format = useFormat()
  const [survivorId, setSurvivorId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const survivor = items.find(({ id }) => String(id) === survivorId)
  return (
    <Dialog title={t('replaceTitle', { name: shownName(item) })} onClose={onClose}>
      <form
        className={styles.stack16}
        onSubmit={async (event) => {
          event.preventDefault()
          if (!survivor) return
          setBusy(true)
          await onReplace(survivor)
          onClose()
        }}
      >
        <p className={classes.note}>
          {t('replaceText', { count, number: format.number(count), name: shownName(item) })}
        </p>
        <Select
          label={t('replaceBy')}
          searchable
          data={items
            .filter(({ id }) => id !== item.id && id > 0)
            .map((one) => ({ value: String(one.id), label: shownName(one) }))}
          value={survivorId}
          onChange={setSurvivorId}
          limit={200}
          data-autofocus
        />
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!survivor} {...(isDelete ? { color: 'red' } : {})}>
            {isDelete ? t('replaceDo') : t('mergeDo')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
