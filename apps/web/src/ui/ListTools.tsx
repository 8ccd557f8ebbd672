/** The line above a list: its search field, and what else narrows it. */
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Glyph } from './Glyph.tsx'
import classes from './ListTools.module.css'

export function ListTools({
  label,
  search,
  onSearch,
  children,
}: {
  label: string
  search: string
  onSearch(text: string): void
  children?: ReactNode
}) {
  return (
    <search className={classes.tools}>
      <TextInput
        type="search"
        size="xs"
        className={classes.search}
        aria-label={label}
        placeholder={label}
        leftSection={<Glyph name="search" size={14} />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      {children}
    </search>
  )
}
