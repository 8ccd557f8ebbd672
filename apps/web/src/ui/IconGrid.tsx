/** The searchable, virtual grid inside `IconPicker`: a combobox that moves through options with the arrow keys. */

import { icons } from 'virtual:icon-search'
import { SegmentedControl, TextInput } from '@mantine/core'
import { fold } from '@muster/contract/text'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from './Glyph.tsx'
import { Icon } from './Icon.tsx'
import classes from './IconPicker.module.css'
import { type IconStyle, parseIcon } from './icon-glyphs.ts'
import styles from './shared.module.css'

const perRow = 8
const rowHeight = 38

/** An icon's label in the person's language. */
export type LabelOf = (name: string) => string

/**
 * Icons of which every word is in the name, the label or the English label and search terms; case and accents do not
 * matter. Those whose label or name is the words, or begins with them, come first.
 */
export function searchIcons(query: string, style: IconStyle, labelOf: LabelOf): string[] {
  const searchWords = fold(query).split(/\s+/).filter(Boolean)
  const letter = style === 'far' ? 'r' : 's'
  const words = searchWords.join(' ')
  const rank = (name: string) => {
    const names = [name.replaceAll('-', ' '), fold(labelOf(name))]
    return names.includes(words) ? 0 : names.some((one) => one.startsWith(words)) ? 1 : 2
  }
  const found = icons.filter(([name, label, terms, styles]) => {
    if (!styles.includes(letter)) return false
    const text = fold(`${name} ${labelOf(name)} ${label} ${terms}`)
    return searchWords.every((word) => text.includes(word))
  })
  const ranked = found.map(([name]) => ({ name, rank: searchWords.length > 0 ? rank(name) : 0 }))
  return ranked.sort((a, b) => a.rank - b.rank).map(({ name }) => name)
}

export function IconGrid({ value, onChoose }: { value: string; onChoose: (icon: string) => void }) {
  const { t } = useTranslation(['common', 'icons'])
  const labelOf = useCallback((name: string) => t(`icons:${name}`), [t])
  const now = parseIcon(value)
  const [style, setStyle] = useState<IconStyle>(now.style === 'fab' ? 'fas' : now.style)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const found = useMemo(() => searchIcons(query, style, labelOf), [query, style, labelOf])
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
    <div className={styles.stack8}>
      <TextInput
        // It comes after the popover has opened, whose focus trap has found nothing by then.
        autoFocus
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
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above handles the keyboard
                  // biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant
                  <div
                    key={name}
                    id={`${id}-${index}`}
                    role="option"
                    aria-selected={icon === value}
                    aria-label={labelOf(name)}
                    title={labelOf(name)}
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
      <p className={styles.small} role="status">
        {found.length === 0
          ? t('iconPicker.nothing', { query })
          : t('iconPicker.count', { count: found.length })}
      </p>
    </div>
  )
}
