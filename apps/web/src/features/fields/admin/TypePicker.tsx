/** All types by group, each with its purpose; searchable by name or purpose, with Tab and arrow keys. */
import { TextInput } from '@mantine/core'
import { type DataType, dataTypes } from '@muster/contract/fields/families'
import { fold } from '@muster/contract/text'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { fieldGroups } from '../types/definition.ts'
import { fieldTypeUis } from '../types/index.ts'
import classes from './TypePicker.module.css'

/** Simple types come first in a group, in this order; the rest as in the contract. */
const first: readonly DataType[] = [
  'plain_text',
  'formatted_text',
  'number',
  'date',
  'boolean',
  'single_selection_from_list',
]

const ordered = [...first, ...dataTypes.filter((type) => !first.includes(type))]

export function TypePicker({
  onPick,
  without,
  autoFocus = true,
}: {
  onPick(dataType: DataType): void
  /** A type that is not offered: the current one. */
  without?: DataType
  autoFocus?: boolean
}) {
  const { t } = useTranslation(['fields', 'dataTypes', 'common'])
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const groups = useMemo(() => {
    const words = fold(search.trim()).split(' ').filter(Boolean)
    return fieldGroups
      .map((group) => ({
        group,
        types: ordered.filter((type) => {
          if (fieldTypeUis[type].group !== group || type === without) return false
          const searchText = fold(
            `${t(`dataTypes:name.${type}`)} ${t(`dataTypes:text.${type}`)} ${type.replaceAll('_', ' ')}`,
          )
          return words.every((word) => searchText.includes(word))
        }),
      }))
      .filter(({ types }) => types.length > 0)
  }, [search, without, t])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const next = buttons[at + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside
    <div className={classes.root} onKeyDown={onKeyDown}>
      <TextInput
        type="search"
        aria-label={t('admin.searchTypes')}
        placeholder={t('admin.searchTypes')}
        leftSection={<Glyph name="search" size={14} />}
        value={search}
        data-autofocus={autoFocus || undefined}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          const only = groups[0]?.types[0]
          if (event.key === 'Enter' && search !== '' && only) {
            event.preventDefault()
            onPick(only)
          }
        }}
      />
      <div ref={list}>
        {groups.map(({ group, types }) => (
          <section key={group} aria-labelledby={`types-${group}`}>
            <h3 id={`types-${group}`} className={classes.heading}>
              {t(`dataTypes:group.${group}`)}
            </h3>
            <ul className={classes.list}>
              {types.map((type) => (
                <li key={type}>
                  <button type="button" className={classes.type} onClick={() => onPick(type)}>
                    <Icon name={fieldTypeUis[type].icon} size={15} className={classes.icon} />
                    <span>
                      <span className={classes.name}>{t(`dataTypes:name.${type}`)}</span>
                      <span className={classes.text}>{t(`dataTypes:text.${type}`)}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && <p className={classes.none}>{t('common:noResults')}</p>}
      </div>
    </div>
  )
}
