/** One item: handle, colour, icon, name in each language, number of uses, and its actions. */
import { Checkbox, Popover, TextInput, UnstyledButton } from '@mantine/core'
import type { ItemUse } from '@muster/contract/lists/lists.api'
import type { Language } from '@muster/contract/paging'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageName } from '../../../lib/language-name.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { SortableRow } from '../../../ui/SortableList.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { ColorPicker, fieldTitle } from '../../fields/public.ts'
import type { Item, Items } from '../data/use-items.ts'
import type { UsingField } from '../data/used-in.ts'
import classes from './ListItems.module.css'

const IconGrid = lazy(async () => ({ default: (await import('../../../ui/IconGrid.tsx')).IconGrid }))

export interface ItemRowProps {
  item: Item
  number: number
  list: Items
  use: ItemUse | undefined
  fields: readonly UsingField[]
  languages: readonly Language[]
  isSelected: boolean
  can: { update: boolean; remove: boolean; hasIcon: boolean; sort: boolean }
  onSelect(isSelected: boolean): void
  onMerge(): void
  onReplace(): void
  onMove(toEnd: boolean): void
}

export function ItemRow(props: ItemRowProps) {
  const { item, can } = props
  const { t } = useTranslation('lists')
  const content = <Content {...props} />
  if (!can.sort)
    return (
      <li className={classes.item} inert={item.id < 0}>
        {content}
      </li>
    )
  return (
    <SortableRow id={item.id} label={t('move', { name: item.name })} className={classes.item ?? ''}>
      {content}
    </SortableRow>
  )
}

function Content({ item, number, list, use, fields, languages, isSelected, can, ...handlers }: ItemRowProps) {
  const { t } = useTranslation(['lists', 'dataTypes'])
  const format = useFormat()
  const { name } = item
  const count = use?.count ?? 0
  const where = use?.fields.map(({ dataFieldId, count: own }) => {
    const field = fields.find((one) => one.field.id === dataFieldId)
    return t('usesIn', {
      count: own,
      field: field ? `${field.collection.pluralName}: ${fieldTitle(field.field, format.language)}` : '',
    })
  })
  return (
    <>
      {can.remove && (
        <Checkbox
          size="xs"
          aria-label={t('select', { name })}
          checked={isSelected}
          onChange={(event) => handlers.onSelect(event.currentTarget.checked)}
        />
      )}
      {can.update ? (
        <>
          <ColorPicker
            value={item.color}
            label={t('color', { name })}
            onChange={(color) => void list.recolor(item, color)}
          />
          {can.hasIcon && <ItemIcon item={item} onChoose={(icon) => void list.setIcon(item, icon)} />}
          <EditedText
            className={classes.name}
            label={t('nameOf', { number })}
            value={name}
            isRequired
            onKeep={(next) => void list.rename(item, next)}
          />
          {languages.map((language) => (
            <EditedText
              key={language}
              className={classes.translation}
              label={t('nameIn', { name, language: languageName(language, format.language) })}
              placeholder={t('in', { language: languageName(language, format.language) })}
              value={item.names[language] ?? ''}
              onKeep={(next) => void list.translate(item, language, next)}
            />
          ))}
        </>
      ) : (
        <span className={classes.plain}>
          {item.icon && <Icon name={item.icon} />} {name}
        </span>
      )}
      <Tooltip label={where?.join(', ')} disabled={!where?.length} multiline maw={280}>
        <span className={classes.uses}>
          {count > 0 ? t('uses', { count, number: format.number(count) }) : t('noUses')}
        </span>
      </Tooltip>
      {(can.update || can.remove) && (
        <ActionMenu
          items={[
            {
              label: t('moveFirst'),
              glyph: 'arrowUp',
              action: () => handlers.onMove(false),
              isDisabled: !can.sort,
            },
            {
              label: t('moveLast'),
              glyph: 'arrowDown',
              action: () => handlers.onMove(true),
              isDisabled: !can.sort,
            },
            ...(can.remove
              ? [
                  {
                    label: t('mergeInto'),
                    glyph: 'swap' as const,
                    action: handlers.onMerge,
                    isSeparated: true,
                  },
                  count > 0
                    ? { label: t('replace'), glyph: 'trash' as const, action: handlers.onReplace }
                    : { label: t('delete'), glyph: 'trash' as const, action: () => list.remove(item) },
                ]
              : []),
          ]}
          trigger={<IconButton glyph="more" label={t('actions', { name })} />}
        />
      )}
    </>
  )
}

/** Saved on Enter and on blur; Escape restores it. */
function EditedText({
  className,
  label,
  placeholder,
  value,
  isRequired = false,
  onKeep,
}: {
  className: string | undefined
  label: string
  placeholder?: string
  value: string
  isRequired?: boolean
  onKeep(text: string): void
}) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setText(value)
  }
  const keep = () => {
    const next = text.trim()
    if (next === '' && isRequired) setText(value)
    else if (next !== value) onKeep(next)
  }
  return (
    <TextInput
      {...(className ? { className } : {})}
      size="xs"
      aria-label={label}
      {...(placeholder ? { placeholder } : {})}
      value={text}
      maxLength={500}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          keep()
        }
        if (event.key === 'Escape' && text !== value) {
          event.stopPropagation()
          setText(value)
        }
      }}
    />
  )
}

function ItemIcon({ item, onChoose }: { item: Item; onChoose(icon: string | null): void }) {
  const { t } = useTranslation('lists')
  const [isOpen, setOpen] = useState(false)
  const choose = (icon: string | null) => {
    onChoose(icon)
    setOpen(false)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={328}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.icon}
          aria-label={t('iconOf', { name: item.name })}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {item.icon ? <Icon name={item.icon} /> : <Glyph name="plus" size={12} />}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('iconOf', { name: item.name })}>
        {isOpen && (
          <Suspense fallback={<FormSkeleton rowCount={4} />}>
            {item.icon && (
              <button type="button" className={classes.noIcon} onClick={() => choose(null)}>
                {t('noIcon')}
              </button>
            )}
            <IconGrid value={item.icon ?? ''} onChoose={choose} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
