import type { PhysicalAddress } from '@muster/contract/fields/types/physical_address'
import { useState } from 'react'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { TextCell } from '../common/cells.tsx'
import type { CellProps } from '../definition.ts'
import { AddressMap } from './AddressMap.tsx'
import { addressLines } from './address.ts'
import classes from './Editor.module.css'
import type { AddressSettings } from './Settings.tsx'

/** The lines of an envelope; on a map on request, where there is room and the place is known. */
export function Cell({ value, context, variant }: CellProps<PhysicalAddress, AddressSettings>) {
  const [isMapOpen, setMapOpen] = useState(false)
  const lines = addressLines(value, context)
  const { lat, lng } = value
  const text = <TextCell text={lines.join(variant === 'line' ? ', ' : '\n')} variant={variant} />
  if (variant === 'line' || lat === null || lng === null) return text
  return (
    <div>
      {text}
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isMapOpen}
        onClick={(event) => {
          // The surrounding element may open its editor on a click.
          event.stopPropagation()
          setMapOpen(!isMapOpen)
        }}
      >
        <Glyph name="pin" size={14} />
        {context.t(isMapOpen ? 'fields:address.hideMap' : 'fields:address.map')}
      </button>
      {isMapOpen && <AddressMap point={{ lat, lng }} />}
    </div>
  )
}
