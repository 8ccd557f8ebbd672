/** Chooses the colour of a list item among the ten of the palette. */
import { Popover } from '@mantine/core'
import { palette, paletteColors } from '@muster/contract/lists/colors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import { chipStyle } from '../choice-colors.ts'
import classes from './ColorPicker.module.css'

export function ColorPicker({
  value,
  label,
  onChange,
}: {
  value: string | null
  label: string
  onChange(color: string): void
}) {
  const { t } = useTranslation('fields')
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.target}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.dot} style={{ background: value ?? palette.gray }} />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} p={8}>
        <div className={classes.grid}>
          {paletteColors.map((name) => {
            const color = palette[name]
            return (
              <button
                key={name}
                type="button"
                className={classes.color}
                style={chipStyle(color)}
                aria-pressed={value?.toLowerCase() === color}
                onClick={() => {
                  onChange(color)
                  setOpen(false)
                }}
              >
                {t(`color.${name}`)}
                {value?.toLowerCase() === color && <Glyph name="check" size={12} />}
              </button>
            )
          })}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
