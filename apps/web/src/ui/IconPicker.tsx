/**
 * Chooses an icon; gives its stored name ('fas fa-user'). Searches 1,500 icons by name and meaning; the index and
 * the list are loaded when it is opened.
 *
 *   <IconPicker value={icon} onChange={setIcon} />     (inside a FormField for its label)
 */
import { Popover, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from './Glyph.tsx'
import { Icon } from './Icon.tsx'
import classes from './IconPicker.module.css'
import { FormSkeleton } from './Skeletons.tsx'
import { useIconLabel } from './use-icon-label.ts'

const IconGrid = lazy(async () => ({ default: (await import('./IconGrid.tsx')).IconGrid }))

export function IconPicker({
  value,
  onChange,
  isDisabled,
  ...control
}: {
  value: string
  onChange: (icon: string) => void
  isDisabled?: boolean
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  'aria-required'?: boolean
}) {
  const { t } = useTranslation('common')
  const label = useIconLabel()
  const [isOpen, setOpen] = useState(false)
  // After the popover has noted where the focus was: the search takes it as soon as it is there.
  const [hasGrid, setGrid] = useState(false)
  useEffect(() => setGrid(isOpen), [isOpen])
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={328}
      trapFocus
      returnFocus
      // Mantine's roles would set an id of their own over the one that the label points to.
      withRoles={false}
    >
      <Popover.Target>
        <UnstyledButton
          id={control.id}
          aria-describedby={control['aria-describedby']}
          className={classes.target}
          disabled={isDisabled}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={value} size={16} />
          <span className={classes.name}>{value ? label(value) : t('iconPicker.choose')}</span>
          <Glyph name="chevronDown" size={14} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('iconPicker.choose')}>
        {isOpen && hasGrid && (
          <Suspense fallback={<FormSkeleton rowCount={4} />}>
            <IconGrid
              value={value}
              onChoose={(icon) => {
                onChange(icon)
                setOpen(false)
              }}
            />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
