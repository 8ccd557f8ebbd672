/** The searchable, virtual grid inside `IconPicker`: a combobox that moves through options with the arrow keys. */

import { icons } from 'virtual:icon-search'
import { SegmentedControl, TextInput } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from './Glyph.tsx'
import { Icon } from './Icon.tsx'
import classes from './IconPicker.module.css'
import { type IconStyle, parseIcon } from './icon-glyphs.ts'

const perRow = 8
const rowHeight = 38

const plain = (text: string) => text.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** Icons whose name, label or search terms hold every word; those whose name begins with it come first. */
export function searchIcons(query: string, style: IconStyle): string[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  const letter = style === 'far' ? 'r' : 's'
  const rank = (name: string) => (name === words[0] ? 0 : name.startsWith(words[0] ?? '') ? 1 : 2)
  return icons
    .filter(([name, label, terms, styles]) => {
      if (!styles.includes(letter)) return false
      const text = plain(`${name} ${label} ${terms}`)
      return words.every((word) => text.includes(word))
    })
    .map(([name]) => name)
    .sort((a, b) => (words.length > 0 ? rank(a) - rank(b) : 0))
}

export function IconGrid({ value, onChoose }: { value: string; onChoose: (icon: string) => void }) {
  const { t } = useTranslation('common')
  const now = parseIcon(value)
  const [style, setStyle] = useState<IconStyle>(now.style === 'fab' ? 'fas' : now.style)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const found = useMemo(() => searchIcons(query, style), [query, style])
  const rows = useVirtualizer({
    count: Math.ceil(found.length / perRow),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  })
  const active = Math.min(at, Math.max(0, found.length - 1))

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: perRow,
      ArrowUp: -perRow,
    }
    const step = steps[event.key]
    if (event.key === 'Enter') {
      event.preventDefault()
      const name = found[active]
      if (name) onChoose(`${style} fa-${name}`)
    } else if (step !== undefined) {
      event.preventDefault()
      const next = Math.max(0, Math.min(found.length - 1, active + step))
      setAt(next)
      rows.scrollToIndex(Math.floor(next / perRow))
    }
  }

  return (
    <div className={classes.picker}>
      <TextInput
        aria-label={t('iconPicker.search')}
        placeholder={t('iconPicker.search')}
        leftSection={<Glyph name="search" size={14} />}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setAt(0)
          rows.scrollToOffset(0)
        }}
        onKeyDown={move}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        data-autofocus
      />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('iconPicker.style')}
        value={style}
        onChange={(next) => setStyle(next as IconStyle)}
        data={[
          { value: 'fas', label: t('iconPicker.fas') },
          { value: 'far', label: t('iconPicker.far') },
          { value: 'fad', label: t('iconPicker.fad') },
        ]}
      />
      <div
        ref={scroller}
        className={classes.scroller}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('iconPicker.choose')}
        tabIndex={-1}
      >
        <div style={{ height: rows.getTotalSize(), position: 'relative' }} role="presentation">
          {rows.getVirtualItems().map((row) => (
            <div
              key={row.key}
              role="presentation"
              className={classes.row}
              style={{ transform: `translateY(${row.start}px)`, height: rowHeight }}
            >
              {found.slice(row.index * perRow, (row.index + 1) * perRow).map((name, column) => {
                const index = row.index * perRow + column
                const icon = `${style} fa-${name}`
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keyboard
                  // biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant
                  <div
                    key={name}
                    id={`${id}-${index}`}
                    role="option"
                    aria-selected={icon === value}
                    aria-label={name.replaceAll('-', ' ')}
                    title={name}
                    data-active={index === active || undefined}
                    className={classes.option}
                    onClick={() => onChoose(icon)}
                  >
                    <Icon name={icon} size={16} />
                  </div>
                )
              })}
            </div>
          ))}
        </div>
      </div>
      <p className={classes.count} role="status">
        {found.length === 0
          ? t('iconPicker.nothing', { query })
          : t('iconPicker.count', { count: found.length })}
      </p>
    </div>
  )
}
